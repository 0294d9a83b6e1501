package diag

// Names and base types (AE2xx).
var (
	UnknownName        = Message{"AE201", Error, "unknown name `%s`"}
	ForeignWord        = Message{"AE201", Error, "`%s` means nothing here: %s"}
	UnknownConstructor = Message{"AE201", Error, "unknown constructor `%s`; the value is %s"}
	UnknownMember      = Message{"AE201", Error, "module `%s` has no `%s`"}
	UnknownMethod      = Message{"AE201", Error, "no function `%s` takes %s"}
	UnknownExample     = Message{"AE201", Error, "no contract is named `%s`"}
	BranchesDiffer     = Message{"AE202", Error, "the branches of an `if` have one type: this one is %s, the other %s"}
	ConditionNotBool   = Message{"AE202", Error, "a condition is a Bool; this is %s"}
	TypeMismatch       = Message{"AE202", Error, "type mismatch: expected %s, found %s"}
	ArgumentMismatch   = Message{"AE202", Error, "argument %d of `%s` (`%s`) is %s; you gave %s"}
	PythonCall         = Message{"AE202", Error, "`%s` is given one tuple: arguments are separated by spaces and have no common brackets, as in `%s`"}
	ListCall           = Message{"AE202", Error, "`%s` is given one list: arguments are separated by spaces and have no common brackets, as in `%s`"}
	NamedArguments     = Message{"AE202", Error, "arguments have no names: give them in the order of the parameters, as in `%s`"}
	EmptyBrackets      = Message{"AE203", Error, "`%s` has all its arguments: leave `()` out"}
	MissingArguments   = Message{"AE202", Error, "`%s` still wants %d more argument(s), so this is a function (%s), where %s is expected"}
	NotNumeric         = Message{"AE202", Error, "`%s` needs numbers; this is %s"}
	NotComparable      = Message{"AE202", Error, "`%s` cannot compare values of type %s"}
	NotInductive       = Message{"AE202", Error, "`match` needs a value of an inductive type; this is %s"}
	WrongConstructor   = Message{"AE202", Error, "`%s` is not a constructor of %s"}
	PatternArity       = Message{"AE202", Error, "`%s` has %d field(s); this pattern has %d"}
	TupleArity         = Message{"AE202", Error, "this pattern takes a tuple of %d apart; the value is %s"}
	TypeArity          = Message{"AE202", Error, "`%s` takes %d type argument(s), not %d"}
	InfiniteType       = Message{"AE202", Error, "this value would need an infinite type (%s = %s)"}
	TooManyArguments   = Message{"AE203", Error, "too many arguments: `%s` takes %d, not %d"}
	DeclaredTwice      = Message{"AE204", Error, "`%s` is declared twice"}
	BoundTwice         = Message{"AE204", Error, "`%s` is bound twice in one pattern or parameter list"}
	MatchedTwice       = Message{"AE204", Error, "constructor `%s` is matched twice"}
	ExportedTwice      = Message{"AE204", Error, "`%s` is exported by module `%s` and by module `%s`; two specs used together may not export the same name"}
	AmbiguousName      = Message{"AE204", Error, "`%s` could be %s or %s; write the qualified name"}
	UnknownType        = Message{"AE205", Error, "unknown type `%s`"}
	UnsupportedType    = Message{"AE205", Error, "%s"}
	NotAFunction       = Message{"AE207", Error, "this is %s, not a function, and cannot be applied"}
	MeasureAtRunTime   = Message{"AE208", Error, "measure `%s` exists only in types and has no value at run time"}
	NotExhaustive      = Message{"AE209", Error, "this match does not cover %s"}
	RefutablePattern   = Message{"AE209", Error, "this pattern can fail: %s has other constructors than `%s`"}
	Unsupported        = Message{"AE201", Error, "aeonc does not support %s"}
	BindingNeedsLet    = Message{"AE101", Error, "a binding starts with `let`: write `let %s := … in`"}
	OnlyInSpecs        = Message{"AE101", Error, "%s is read in specs only"}
)

// Ill-formed predicates (AE305).
var (
	NotAPredicate     = Message{"AE305", Error, "%s cannot stand in a predicate"}
	PredicateNotBool  = Message{"AE305", Error, "a refinement must be a Bool; this is %s"}
	PredicateSort     = Message{"AE305", Error, "ill-sorted predicate: %s"}
	NotLogical        = Message{"AE305", Error, "`%s` cannot be used in a predicate: %s"}
	PredicateUnproved = Message{"AE305", Error, "this predicate may be undefined: %s"}
	BadRegex          = Message{"AE305", Error, "this is not a regular expression aeonc can use: %s"}
	RegexNotLiteral   = Message{"AE305", Error, "the pattern of `String.matches` must be a string literal"}
)

// FloatRange is a literal that no double can hold.
var FloatRange = Message{"AE101", Error, "`%s` is too large for a Float"}

// Ghost code, axioms and decorators that need types.
var (
	SelfInPredicate = Message{"AE304", Error, "`%s` cannot be named in a predicate inside its own body"}
	GhostCall       = Message{"AE406", Error, "the argument of an axiom is never run, so it cannot call `%s`"}
	AxiomAsValue    = Message{"AE202", Error, "axiom `%s` must be applied to all its arguments where it stands; it is not a value"}
	AxiomNotFact    = Message{"AE202", Error, "axiom `%s` must state a fact: its type must end in `Unit`, not %s"}
	KeepsOfUnknown  = Message{"AE201", Error, "@keeps names `%s`, and this file imports no module of that name"}
	KeepsNothing    = Message{"AE201", Error, "@keeps has nothing to keep: `%s` does not consume a linear value and return one of its type"}
)

// TypeTooLarge is a value whose type has too many parts.
var TypeTooLarge = Message{"AE202", Error, "the type of this value has more than %d parts"}
