package soundness

import "testing"

// TestRunPairs: what tells a secret is seen in two runs, whatever the labels of
// the interpreter say, and what does not is not.
func TestRunPairs(t *testing.T) {
	explicit := "@taint(explicit) def secret : (x: a) -> Bool := uninterpreted" + mail[len("\n@taint def secret : (x: a) -> Bool := uninterpreted"):]
	for _, c := range []struct {
		spec, plan string
		tells      bool
	}{
		{mail, `send (web "a")`, false},
		{mail, `send (redact (vault "a"))`, false},
		{mail, `if vault "a" = "" then send "yes" else ()`, true},
		{mail, `let d := vault "a" in send (if String.length d > 1 then "long" else "short")`, true},
		{mail, `List.foldl (fun u x => send "one") () (names ())`, true},
		{mail, `let d := vault "a" in send (web (if d = "" then "x" else "y"))`, false}, // what a tool answers is given
		{mail, `let d := vault "a" in if d = "" then () else let _ := web d in send (web "b")`, true},
		{mail, `let n := List.length (List.filter (fun x => x = "") (names ())) in if n > 1 then send "many" else ()`, true},
		{explicit, `if vault "a" = "" then send "yes" else ()`, false},
		{explicit, `let d := vault "a" in send (if String.length d > 1 then "long" else "short")`, false},
		{explicit, `send (vault "a" ++ "")`, true},
		{explicit, `send (String.ofInt (String.length (vault "a")))`, true},
	} {
		p := NewProgram(parse(t, "spec", c.spec), parse(t, "plan", c.plan))
		p.blind = true
		told, compared := "", 0
		for seed := uint64(0); seed < 60 && told == ""; seed++ {
			for _, pair := range p.RunPairs(seed, false) {
				told = pair.What
				compared += pair.Compared
			}
		}
		if (told != "") != c.tells {
			t.Errorf("%s\ntells %v: %q (%d compared)", c.plan, c.tells, told, compared)
		}
	}
}
