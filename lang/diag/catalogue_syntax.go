package diag

// Syntax (AE1xx).
var (
	UnterminatedString = Message{"AE102", Error, "this string is not closed on its line"}
	NotUTF8            = Message{"AE103", Error, "this file is not UTF-8 text: an invalid byte stands here"}
	HasNUL             = Message{"AE103", Error, "this file is not text: a NUL byte stands here"}
	NestedTooDeep      = Message{"AE104", Error, "nested too deep (more than %d levels)"}

	NameNotASCII     = Message{"AE101", Error, "the name `%s` has letters outside ASCII: names are letters A-Z and a-z, digits and `_`"}
	NumberRunsOn     = Message{"AE101", Error, "`%s` is neither a number nor a name: put a space between the two"}
	StrangeCharacter = Message{"AE101", Error, "the character %s means nothing here"}
)

// Layout.
var (
	StraySemicolon = Message{"AE101", Error, "this `;` ends nothing"}
)

// What was found and what was expected.
var (
	Unexpected      = Message{"AE101", Error, "unexpected %s"}
	ExpectedFound   = Message{"AE101", Error, "expected %s, found %s"}
	ExpectedIn      = Message{"AE101", Error, "expected `%s` %s, found %s"}
	ExpectedName    = Message{"AE101", Error, "expected the name %s, found %s"}
	ExpectedClosing = Message{"AE101", Error, "expected `%s`, found %s"}
	ExpectedType    = Message{"AE101", Error, "expected a type, found %s"}
	ReservedName    = Message{"AE101", Error, "`%s` is a reserved word and cannot be a name"}
	DottedName      = Message{"AE101", Error, "`%s` has a dot: a name that is bound here has none"}
	OperatorAsName  = Message{"AE101", Error, "the operator `%s` cannot be redefined or passed as a value: write a function, `fun x => fun y => …`"}
)

// Phrases of the messages above.
const (
	AnExpression     = "an expression"
	EndOfFile        = "the end of the file"
	NextDecl         = "the next declaration (`%s`)"
	AString          = "a string"
	OpenedHere       = "the `%s` that is not closed"
	AfterImport      = "of a module"
	AfterType        = "of the type"
	AfterLinear      = "after `linear`"
	AfterInductive   = "of the inductive type"
	InForall         = "in `forall <p : T -> Bool>`"
	InForallType     = "in `forall a:B, T`"
	AfterForall      = "after the variable of `forall`"
	InAngle          = "in `T<p>`"
	OfConstructor    = "of a constructor"
	OfMeasure        = "of a measure"
	BeforeRuleType   = "before the type of the constructor or measure"
	AfterFor         = "of the contract after `for`"
	BeforeExample    = "before the body of the example"
	AfterAt          = "of a decorator after `@`"
	AfterAxiom       = "of the axiom"
	AfterAxiomName   = "after the name of the axiom"
	AfterDef         = "of the definition after `def`"
	AfterDefName     = "and the result type"
	BeforeBody       = "before the body of the definition"
	AfterDecreasing  = "after `decreasing_by`"
	OfParameter      = "of a parameter"
	AfterParamName   = "after the name of the parameter"
	OfRefined        = "that the refinement speaks of"
	AfterRefinedName = "after the name in a refinement `{x:T | p}`"
	BeforePredicate  = "before the predicate of `{x:T | p}`"
)

// Declarations.
var (
	StrayEnd          = Message{"AE101", Error, "this `end` closes no `mutual`"}
	MutualNotClosed   = Message{"AE101", Error, "this `mutual` is not closed: expected `end` after its definitions"}
	DeclAfterBody     = Message{"AE101", Error, "declarations stand before the plan's body, not after it"}
	TwoBodies         = Message{"AE101", Error, "a plan is one expression, and this starts another: join the two with `let _ := … in`"}
	StartsTooFarRight = Message{"AE101", Error, "this starts to the right of column %d, so it does not start a declaration or the plan's body: move it to the left"}
	ArgumentAtMargin  = Message{"AE101", Error, "a line that goes on with an argument starts to the right of column %d: indent it, or close the bracket"}
	OperatorAtMargin  = Message{"AE101", Error, "a line that goes on with `%s` starts to the right of column %d: indent it"}
	LowerCaseType     = Message{"AE101", Error, "the type `%s` starts with a lower-case letter, which would make it a type variable: write `%s`"}
	DecoratesNothing  = Message{"AE101", Error, "expected `def` or `axiom` after the decorator, found %s"}
	DefWithEquals     = Message{"AE101", Error, "the body of a definition follows `:=`, not `=`"}
	ExpectedResult    = Message{"AE101", Error, "expected `: T`, the result type, before `:=`"}
	BareParameter     = Message{"AE101", Error, "expected `:`, or a parameter in parentheses: write `(%s: T)`"}
	ExpectedVerdict   = Message{"AE101", Error, "expected `accept` or `reject CODE` after `example`, found %s"}
	ExpectedCode      = Message{"AE101", Error, "expected the code of the rejection after `reject`, as in `reject AE301`, found %s"}
	AcceptHasCode     = Message{"AE101", Error, "an example that is accepted has no code: remove `%s`"}
	ExpectedTitle     = Message{"AE101", Error, "expected the title of the example in quotes, found %s"}
)

// Types.
var (
	EmptyType           = Message{"AE101", Error, "`()` is a value: its type is `Unit`"}
	BareTypeArgument    = Message{"AE101", Error, "a type with arguments stands in parentheses: write `(%s)`"}
	NotATypeConstructor = Message{"AE101", Error, "`%s` takes no type arguments"}
	LoneParameter       = Message{"AE101", Error, "`%s` is a parameter, not a type: expected `->` and the result after it"}
	UnnamedPredicate    = Message{"AE101", Error, "a refined parameter needs a name: write `(x: T | p)`"}
	UnnamedMultiplicity = Message{"AE101", Error, "a parameter with a multiplicity needs a name: write `(1 x: T)`"}
	TupleMultiplicity   = Message{"AE101", Error, "a component of a tuple has no multiplicity: it follows from its type"}
	TuplePredicate      = Message{"AE101", Error, "a component of a tuple is refined inside braces: write `{x:T | p}`"}
	ExpectedForall      = Message{"AE101", Error, "expected `a:B` or `<p : T -> Bool>` after `forall`, found %s"}
	ExpectedKind        = Message{"AE101", Error, "expected the kind `B` after `:`, found %s"}
)

// Expressions.
var (
	ExpectedOperand     = Message{"AE101", Error, "expected an expression after `%s`, found %s"}
	DoubleEquals        = Message{"AE101", Error, "equality is written `=`, not `==`"}
	AngleUnequal        = Message{"AE101", Error, "that two values differ is written `!=`, not `<>`"}
	ChainedComparison   = Message{"AE101", Error, "`%s` cannot follow `%s` without parentheses: write `a %s b && b %s c`"}
	ArgumentNeedsParens = Message{"AE101", Error, "`%s` as an argument needs parentheses around it"}
	ExpectedMethod      = Message{"AE101", Error, "expected a name after `.`"}
	ExpectedHoleName    = Message{"AE101", Error, "expected a name after `?`"}
	UnknownEscape       = Message{"AE101", Error, "`%s` is no escape: there are `\\n`, `\\t`, `\\\"`, `\\\\` and `\\u{…}`"}
	ExpectedThen        = Message{"AE101", Error, "expected `then`, found %s"}
	ExpectedElse        = Message{"AE101", Error, "expected `else`, found %s: an `if` always has both branches"}
	ExpectedWith        = Message{"AE101", Error, "expected `with` after what is matched, found %s"}
	ExpectedArm         = Message{"AE101", Error, "expected `|` and the first arm after `with`, found %s"}
	ExpectedArmPattern  = Message{"AE101", Error, "expected a constructor with its arguments, or `_`, found %s"}
	ExpectedArmArrow    = Message{"AE101", Error, "expected `=>` after the pattern of the arm, found %s"}
	ExpectedLambdaParam = Message{"AE101", Error, "expected a parameter after `fun`, found %s"}
	ExpectedLambdaArrow = Message{"AE101", Error, "expected `=>` after the parameters of `fun`, found %s"}
	ExpectedParamName   = Message{"AE101", Error, "expected the name of a parameter, found %s"}
	TupleParam          = Message{"AE101", Error, "a parameter is one name: take a tuple apart with `let (a, b) := … in`"}
	ExpectedPattern     = Message{"AE101", Error, "expected a name, `_` or a pattern in parentheses, found %s"}
	BareConstructor     = Message{"AE101", Error, "a constructor that is taken apart stands in parentheses: write `(%s a b)`"}
	UnitPattern         = Message{"AE101", Error, "`()` is not a pattern: write `_`"}
	ExpectedAssign      = Message{"AE101", Error, "expected `:=` and a value, found %s"}
	ExpectedLetValue    = Message{"AE101", Error, "expected an expression after `:=`, found %s"}
	ExpectedLetBody     = Message{"AE101", Error, "expected an expression after `in`, found %s"}
	MissingIn           = Message{"AE101", Error, "expected `in` after the value of the binding `let %s := …`, found %s"}
	MissingInLine       = Message{"AE101", Error, "expected `in` before this line: the binding `let %s := …` that starts on line %d is not closed"}
	LetWithoutBody      = Message{"AE101", Error, "expected `in` and a body: the binding `let %s := …` is the last thing here"}
)

// Phrases for second places.
const (
	BindingStartsHere = "the binding starts here"
	IfStartsHere      = "the `if` starts here"
	MatchStartsHere   = "the `match` starts here"
	LambdaStartsHere  = "the `fun` starts here"
)
