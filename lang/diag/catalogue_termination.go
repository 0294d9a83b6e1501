package diag

// Recursion (AE304).
var (
	NotShownToEnd = Message{"AE304", Error, "nothing shows that the recursion of `%s` ends"}
	NotADirectUse = Message{"AE304", Error, "`%s` is recursive and may only be called here with all its arguments"}
	EmptyMetric   = Message{"AE304", Error, "`decreasing_by` of `%s` lists no expression"}
	MetricLengths = Message{"AE304", Error, "`decreasing_by` of `%s` lists %d expressions, that of `%s` lists %d"}
	PlanRecurses  = Message{"AE304", Error, "a plan cannot recurse: `%s` reaches itself here"}
	NotPositive   = Message{"AE304", Error, "the inductive type `%s` occurs to the left of an arrow in its own constructor `%s`"}
	NotPositiveIn = Message{"AE304", Error, "the inductive type `%s` occurs in its own constructor `%s` as an argument of `%s`, which may use it to the left of an arrow"}
)
