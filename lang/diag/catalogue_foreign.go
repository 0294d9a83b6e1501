package diag

// ForeignWords are names that other languages have for something, with what is
// written for it here; they are said where such a name is bound to nothing.
var ForeignWords = map[string]string{
	"and":       "write `&&`",
	"or":        "write `||`",
	"not":       "write `!`, as in `!(a = b)`",
	"True":      "write `true`",
	"False":     "write `false`",
	"TRUE":      "write `true`",
	"FALSE":     "write `false`",
	"None":      "write `none`, of type `(Maybe T)`, or `()` where there is nothing to say",
	"null":      "write `none`, of type `(Maybe T)`, or `()` where there is nothing to say",
	"nil":       "write `none`, of type `(Maybe T)`, or `()` where there is nothing to say",
	"undefined": "write `none`, of type `(Maybe T)`, or `()` where there is nothing to say",
	"return":    "a plan's last expression is its result: leave the word out",
	"await":     "a call is over when its result is there: leave the word out",
	"async":     "a call is over when its result is there: leave the word out",
	"elif":      "write `else if`",
	"elsif":     "write `else if`",
	"lambda":    "write `fun x => e`",
	"function":  "write `fun x => e`",
	"fn":        "write `fun x => e`",
	"for":       "there is no loop: write `List.foldl (fun s x => …) s list`, or `List.map`, `List.filter`",
	"while":     "there is no loop: write `List.foldl (fun s x => …) s list`, or `List.map`, `List.filter`",
	"const":     "write `let x := e in`",
	"var":       "write `let x := e in`",
	"try":       "there are no exceptions: leave the word out",
	"raise":     "there are no exceptions: end the plan in a value instead",
	"throw":     "there are no exceptions: end the plan in a value instead",
	"print":     "the result of a plan is what it returns: leave the call out",
	"pass":      "write `()`",
	"case":      "write `match e with | C x => … | _ => …`",
	"switch":    "write `match e with | C x => … | _ => …`",
	"do":        "join steps with `let x := e in`",
	"then":      "an `if` has both branches: `if c then a else b`",
	"str":       "write `String.ofInt n` for a number's digits",
	"len":       "write `List.length xs`, or `String.length s`",
	"map":       "write `List.map f xs`",
	"filter":    "write `List.filter f xs`",
	"reduce":    "write `List.foldl f init xs`",
	"foldl":     "write `List.foldl f init xs`",
	"length":    "write `List.length xs`, or `String.length s`",
}

// Notes on syntax of other languages.
const (
	NoDictionaries  = "there are no dictionaries and no records: give each value as an argument, in the order of the parameters"
	NoBraces        = "branches and bodies have no braces: write `if c then a else b`, with parentheses around what belongs together"
	NoColons        = "no `:` stands here: write `if c then a else b`, `fun x => e`, `let x := e in`"
	NoTernary       = "write `if c then a else b`"
	NoFor           = "there is no loop: write `List.foldl (fun s x => …) s list`, or `List.map`, `List.filter`"
	QuoteDouble     = "strings stand in double quotes: `\"…\"`"
	CommentIsHash   = "a comment starts with `#`"
	WriteAnd        = "write `&&`"
	WriteElseIf     = "write `else if`"
	WriteFun        = "write `fun x => e`"
	WriteFatArrow   = "write `=>`"
	NoFence         = "a plan is code and nothing else: leave the fence (three backquotes) and the text around it out"
	NoPipe          = "there is no `|>`: write `f (g x)`, or `f $ g x`"
	TupleInBrackets = "a tuple is taken apart in parentheses: `let (a, b) := … in`"
	NoFields        = "parts of a tuple have no numbers: take it apart with `let (a, b) := … in`"
	ListPatterns    = "the patterns of a list are `nil` and `cons x rest`, each after a `|`"
	BindWithLet     = "`%s = …` compares: a binding is `let %s := … in`"
	NoIndexing      = "there is no indexing: `List.take n xs`, `List.head xs`, or `match xs with | nil => … | cons x rest => …`"
	ConcatStrings   = "strings are joined with `++`"
	NoPrefix        = "a string has no prefix: join the pieces with `++`"
	HelperForm      = "a helper is `def name (x: T) : Result := body`, with a type for each parameter"
)
