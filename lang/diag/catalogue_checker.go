package diag

// The run as a whole.
var (
	NoContract        = Message{"AE506", Warning, "the specs declare no contract (`plan …`), so this plan is checked without parameters"}
	ContractUnknown   = Message{"AE201", Error, "no contract is named `%s`"}
	ContractAmbiguous = Message{"AE506", Error, "the specs declare several contracts, and none is picked: %s"}
	ExampleRejected   = Message{"AE609", Error, "example %q must be accepted, and is rejected"}
	ExampleAccepted   = Message{"AE609", Error, "example %q must be rejected, and is accepted"}
	ExampleOtherCode  = Message{"AE609", Error, "example %q must be rejected with %s, and is rejected for another reason"}
	HoleInSpec        = Message{"AE610", Warning, "`%s` has a hole: it is trusted like a native"}
	NoSolver          = Message{"AE901", Error, "no solver: libz3 was not found"}
	SolverFailed      = Message{"AE902", Error, "the solver failed: %s"}
)

// NotChecked is a check that ended early without saying why.
var NotChecked = Message{"AE902", Error, "aeonc did not finish checking this plan and cannot say why; it was not verified"}
