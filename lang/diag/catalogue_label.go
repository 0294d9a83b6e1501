package diag

// Labels (AE301).
var (
	ControlLabel = Message{"AE301", Error, "whether this runs depends on data labelled `%s`, and what is called here cannot be looked into"}
)
