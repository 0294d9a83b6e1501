package soundness

const numbers = `
def read (_: Unit) : Int := native "int(input())"
def pos (x: {v:Int | v > 0}) : Int := native "x"
def divide (x:Int) (y:Int | y != 0) : Int := x / y
def inc (n:Int) : {m:Int | m = n + 1} := n + 1
@pure def hash (x: Int) : Int := native "hash(x)"
def roll (x: Int) : Int := native "random(x)"
def twice (f: (x:Int) -> {y:Int | y > x}) (x: Int) : {y:Int | y > x + 1} := f (f x)
def idd (1 x: a) : a := x
plan
`

const github = `
linear type Session
type Repo
def tainted : (s: Session) -> Bool := uninterpreted
def writes : (s: Session) -> Int := uninterpreted
def secret : (r: Repo) -> Bool := uninterpreted
@volatile def locked : (r: Repo) -> Bool := uninterpreted
def publicRepo : {r:Repo | secret r = false} := native "p"
def largest (& s: Session) : Repo := native "l"
def isSecret (r: Repo) : {b:Bool | b = secret r} := native "b"
def isLocked (r: Repo) : {b:Bool | b = locked r} := native "b"
def isTainted (& s: Session) : {b:Bool | b = tainted s} := native "b"
def read (1 s: Session) (r: Repo) : {t:Session | tainted t = (secret r || tainted s)} := native "r"
def readAll (1 s: Session) (r: Repo) : (d: String, {t:Session | tainted t = (secret r || tainted s) && writes t = writes s + String.length d}) := native "r"
@keeps def count (1 s: Session) : {t:Session | writes t = writes s + 1} := native "c"
def edit (& s: Session) (r: {r:Repo | locked r = false}) : Unit := native "e"
def post (1 s: {s:Session | tainted s = false}) (r: {r:Repo | secret r = false}) : Unit := native "p"
def close (1 s: Session) : Unit := native "c"
def retry (1 s: Session) (k: (1 s: Session) -> Session) : Session := native "again"
inductive Opt a
| no : (Opt a)
| yes (1 value: a) : (Opt a)
inductive Try
| ok (1 s: {s:Session | tainted s = false}) : Try
| failed (1 s: Session) (why: String) : Try
def open (1 s: Session) : Try := native "t"
def lookup (k: String) : (Opt {v:Int | v > 0}) := native "db"
def pos (x: {v:Int | v > 0}) : Int := native "x"
plan (1 s: {s:Session | tainted s = false && writes s = 0})
`

const mail = `
@taint def secret : (x: a) -> Bool := uninterpreted
def vault (name: String) : {d:String | secret d} := native "v"
def web (name: String) : {d:String | secret d = false} := native "w"
def disk (name: String) : String := native "d"
def names (_: Unit) : {l:(List {e:String | secret e}) | secret l} := native "n"
def send (body: {b:String | secret b = false}) : Unit := native "s"
def redact (body: String) : {b:String | secret b = false} := native "r"
@pure def hash (x: String) : Int := native "h"
plan
`

// Programs that never break anything ("") or that do in some run.
var interpreterCases = []struct{ spec, plan, breaks string }{
	{numbers, `-7 / 2 + 4 + (7 / -2 + 4) + (7 % -2 + 1) + (-7 % 2 - 1)`, ""},
	{numbers, `pos (1 + (-7 / 2 + 4) + (7 / -2 + 4) + (7 % -2 + 1) + (-7 % 2 - 1))`, ""},
	{numbers, `pos (0 - (-7 / 2) - 3)`, ""},
	{numbers, `pos (0 - (-7 / 2) - 4)`, "v > 0 is false"},
	{numbers, `let z := read () in divide 4 z`, "y != 0 is false"},
	{numbers, `let z := read () in if z = 0 then 0 else divide 4 z`, ""},
	{numbers, `let z := read () in 1 / z`, "division by zero"},
	{numbers, `let z := read () in if z != 0 && 10 / z > 1 then pos 1 else 0`, ""},
	{numbers, `let z := read () in if 10 / z > 1 && z != 0 then pos 1 else 0`, "division by zero"},
	{numbers, `let z := read () in if z = 0 || 10 % z = 0 then 1 else pos (z * z)`, ""},
	{numbers, `let a := hash 1 in let b := hash 1 in if a = b then 1 else pos 0`, ""},
	{numbers, `let a := roll 1 in let b := roll 1 in if a = b then 1 else pos 0`, "v > 0 is false"},
	{numbers, `let x := read () in if x > 0 then let y := x in let x := read () in pos y else 0`, ""},
	{numbers, `let x := read () in if x > 0 then let y := x in let x := read () in pos x else 0`, "v > 0 is false"},
	{numbers, `pos (twice inc 0 - 1)`, ""},
	{numbers, `twice (fun x => x) 3`, "y > x is false"},
	{numbers, `let f := divide 4 in f (inc 0)`, ""},
	{numbers, `let f := divide 4 in f (inc (-1))`, "y != 0 is false"},
	{numbers, `let (a, b) := (1, 0 - 1) in pos (a - b)`, ""},
	{numbers, `let (a, b) := (1, 1) in pos (a - b)`, "v > 0 is false"},
	{numbers, `let x : {v:Int | v > 3} := read () in x`, "v > 3 is false"},
	{numbers, `(inc 2 : {v:Int | v > 2})`, ""},
	{numbers, `pos (idd 1)`, ""},
	{numbers, `pos (0 - 1 - -2)`, ""},
	{numbers, `if !(1 = 2) && !false = true then pos 1 else pos 0`, ""},
	{numbers, `let x := 100000000000000000000 in pos (x * x - x * x + 1)`, ""},
	{numbers, `pos (String.length "é" - String.length "e\u{301}" + 2)`, ""},
	{numbers, `pos (if "\\u{61}" = "a" then 0 else 1)`, ""},
	{numbers, `pos (if String.length "\\u{61}😀" = 7 then 1 else 0)`, ""},
	{numbers, `pos (if String.startsWith ("ab" ++ "c") "abc" then 1 else 0)`, ""},
	{numbers, `pos (if 0.1 + 0.2 = 0.3 then 0 else 1)`, ""},
	{numbers, `pos (if String.lower "İ" = "i̇" && String.trim "  a\t" = "a" then 1 else 0)`, ""},
	{numbers, `pos (List.foldl (fun a x => a + x) 0 (List.filter (fun x => x > 0) [1, -5, 2]))`, ""},
	{numbers, `List.head (List.take 0 [1, 2])`, "head of an empty list"},
	{numbers, `def half (a: Int) (b: Int) : Int := divide a b
half 1 (read ())`, "y != 0 is false"},

	{github, `post s publicRepo`, ""},
	{github, `post s (largest s)`, "secret r = false is false"},
	{github, `let r := largest s in if isSecret r then close s else let s := read s r in post s r`, ""},
	{github, `let r := largest s in let s := read s r in post s publicRepo`, "tainted s = false is false"},
	{github, `let r := largest s in let s := read s r in if isTainted s then close s else post s publicRepo`, ""},
	{github, `let _ := close s in close s`, "which close consumed"},
	{github, `let _ := close s in isTainted s`, "which close consumed"},
	{github, `let t := read s publicRepo in 1`, "is never consumed"},
	{github, `s`, "names no type"},
	{github, `let (d, s) := readAll s publicRepo in let s := count s in post s publicRepo`, ""},
	{github, `let (d, s) := readAll s publicRepo in let s := (count s : {t:Session | writes t = String.length d + 1}) in close s`, ""},
	{github, `let (d, s) := readAll s publicRepo in let s := (count s : {t:Session | writes t = 1}) in close s`, "writes t = 1 is false"},
	{github, `let r := largest s in let _ := if isLocked r then () else edit s r in close s`, ""},
	{github, `let r := largest s in let b := isLocked r in let s := count s in let _ := if b then () else edit s r in close s`, "locked r = false is false"},
	{github, `match open s with | ok s => post s publicRepo | failed s why => close s`, ""},
	{github, `match open s with | ok s => close s | failed s _ => post s publicRepo`, "tainted s = false is false"},
	{github, `match open s with | ok s => close s`, "no arm matches"},
	{github, `let _ := match lookup "a" with | no => 0 | yes v => pos v in close s`, ""},
	{github, `let s := retry s (fun s => count s) in close s`, ""},
	{github, `let s := retry s (fun s => let _ := post s publicRepo in s) in close s`, "tainted s = false is false"},
	{github, `let s := if isTainted s then s else count s in post s publicRepo`, ""},
	{github, `let s := s.read publicRepo in s.close`, ""},
	{github, `let s := List.foldl (fun s n => count s) s [1, 2, 3] in post s publicRepo`, ""},
	{github, `let s := List.foldl (fun s n => (count s : {t:Session | writes t < 3})) s [1, 2, 3] in close s`, "writes t < 3 is false"},
	{github, `let x := secret publicRepo in close s`, "used at run time"},

	{mail, `send (web "k" ++ "x")`, ""},
	{mail, `send (vault "k" ++ "x")`, "secret b = false is false"},
	{mail, `send (disk "k")`, "secret b = false is false"},
	{mail, `send (redact (vault "k"))`, ""},
	{mail, `let d := vault "k" in if d = "a" then send "yes" else send "no"`, "secret b = false is false"},
	{mail, `let d := web "k" in if d = "a" then send "yes" else send "no"`, ""},
	{mail, `let d := vault "k" in let x := if d = "a" then "1" else "0" in send x`, "secret b = false is false"},
	{mail, `let (a, b) := (vault "k", "clean") in send b`, ""},
	{mail, `let (a, b) := (vault "k", "clean") in send a`, "secret b = false is false"},
	{mail, `send (String.ofInt (hash (vault "k")))`, "secret b = false is false"},
	{mail, `send (String.ofInt (String.length (web "k")))`, ""},
	{mail, `send (String.ofInt (List.length (names ())))`, "secret b = false is false"},
	{mail, `let f := fun x => send "hello" in if vault "k" = "a" then f 1 else ()`, "secret b = false is false"},
	{mail, `let b := vault "k" = "a" && List.any (fun x => let _ := send "hello" in true) ["a"] in ()`, "secret b = false is false"},
	{mail, `let l := List.map (fun x => send "hello") (names ()) in ()`, "secret b = false is false"},
}
