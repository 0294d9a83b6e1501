package checker_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// The tests of this file check damaged versions of every case. No version has a
// known verdict, so what is tested is what holds of every result (faults) and
// that the same input has the same result (fingerprint).
//
// AEONC_EDITS is the number of random edits of every case (2,000 is thorough;
// then every prefix is checked as well), AEONC_SEED picks other ones.
// AEONC_LAST names a file that always holds the program that is being checked:
// what to look at when a fault in libz3 has ended the process.

// slowest is how long a check may take.
const slowest = 10 * time.Second

// Limits of an obligation. The work is bounded far below what the time allows,
// so that a busy machine does not change a result.
const (
	robustTimeout   = time.Second
	robustResources = 200_000
)

// load loads the specs of a program, without a solver where lib is nil.
func (p program) load(lib *z3.Library) *checker.Spec {
	return p.loadWithin(lib, checker.Config{Timeout: robustTimeout, Resources: robustResources})
}

// loadWithin is load with the limits of a configuration.
func (p program) loadWithin(lib *z3.Library, limits checker.Config) *checker.Spec {
	return checker.Load(context.Background(), checker.Config{
		Specs: p.specs, Strict: p.strict, Solver: lib, Timeout: limits.Timeout, Resources: limits.Resources,
		Builtin: specs.Module, BuiltinNames: specs.Names(),
		ReadFile: func(path string) (string, error) {
			if text, ok := p.files[path]; ok {
				return text, nil
			}
			return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	})
}

// under checks the plan of a program, or the specs if it has none.
func (p program) under(spec *checker.Spec) *checker.Result {
	if p.plan == "" {
		return spec.Check(context.Background())
	}
	in := checker.PlanInput{Source: diag.NewSource(p.plan, p.files[p.plan]), Contract: p.contract, WantState: true}
	if p.state != "" {
		in.State = diag.NewSource(p.state, p.files[p.state])
	}
	if p.prompt != "" {
		in.Prompt = diag.NewSource(p.prompt, p.files[p.prompt])
	}
	return spec.CheckPlan(context.Background(), in)
}

// afresh loads and checks.
func (p program) afresh(lib *z3.Library) *checker.Result {
	spec := p.load(lib)
	defer spec.Close()
	return p.under(spec)
}

// with is the program with another text for one of its files.
func (p program) with(file, text string) program {
	p.files = maps.Clone(p.files)
	p.files[file] = text
	return p
}

// sources names the files that are aeon text, the plan last.
func (p program) sources() []string {
	var names []string
	for name := range p.files {
		if ext := filepath.Ext(name); name != p.plan && (ext == ".aeon" || ext == ".ae") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if p.plan != "" {
		names = append(names, p.plan)
	}
	return names
}

func (p program) String() string {
	var b strings.Builder
	for _, name := range p.sources() {
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, visible(p.files[name]))
	}
	return b.String()
}

// visible keeps text readable unless it has something that does not show.
func visible(text string) string {
	odd := func(r rune) bool { return r < ' ' && r != '\n' || r == utf8.RuneError || r == '\uFEFF' }
	if strings.ContainsFunc(text, odd) {
		return strconv.Quote(text)
	}
	return text
}

// guarded runs a check and turns a panic or a hang into an error.
func guarded(check func() *checker.Result) (*checker.Result, error) {
	type outcome struct {
		r   *checker.Result
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if x := recover(); x != nil {
				stack := make([]byte, 1<<16)
				done <- outcome{err: fmt.Errorf("panic: %v\n%s", x, panicSite(string(stack[:runtime.Stack(stack, false)])))}
			}
		}()
		done <- outcome{r: check()}
	}()
	select {
	case o := <-done:
		return o.r, o.err
	case <-time.After(slowest):
		return nil, fmt.Errorf("no result after %v", slowest)
	}
}

// panicSite is the part of a stack between the panic and this file.
func panicSite(stack string) string {
	if _, below, ok := strings.Cut(stack, "\npanic("); ok {
		stack = below
	}
	lines := strings.Split(stack, "\n")
	return strings.Join(lines[2:min(len(lines), 16)], "\n")
}

var codePattern = regexp.MustCompile(`^AE[1-69][0-9][0-9]$`)

// internalName is how the encoding names a variable.
var internalName = regexp.MustCompile(`[A-Za-z_0-9]+![0-9]+`)

// told is all text of a diagnostic.
func told(d *diag.Diagnostic) string {
	var b strings.Builder
	fmt.Fprint(&b, d.Message, d.Notes, d.Counterexample)
	for _, rel := range d.Related {
		fmt.Fprint(&b, rel.Message)
	}
	for _, s := range d.Trace {
		fmt.Fprint(&b, s.Message)
	}
	return b.String()
}

// faults is what is wrong with a result, whatever the input was.
func faults(p program, r *checker.Result) error {
	var all []error
	fault := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	inside := func(what string, s diag.Span) {
		if s.Src == nil || s.Start < 0 || s.End < s.Start || s.End > len(s.Src.Text) {
			fault("%s: no valid span (%d to %d)", what, s.Start, s.End)
			return
		}
		text := s.Src.Text
		if given, ok := p.files[s.Src.Name]; ok && given != text {
			fault("%s: speaks of another text of %s", what, s.Src.Name)
		}
		if utf8.ValidString(text) && (s.Start < len(text) && !utf8.RuneStart(text[s.Start]) || s.End < len(text) && !utf8.RuneStart(text[s.End])) {
			fault("%s: the span %d to %d cuts a character in two", what, s.Start, s.End)
		}
	}
	for _, d := range r.Diagnostics {
		what := fmt.Sprintf("%s %q", d.Code, d.Message)
		if !codePattern.MatchString(string(d.Code)) || d.Message == "" {
			fault("%s: no code or no message", what)
		}
		if d.Code == "AE902" {
			fault("%s: internal error", what)
		}
		if d.Code != "AE901" && d.Code != "AE904" && d.Code != "AE206" { // may speak of the run as a whole
			inside(what, d.Span)
		} else if !d.Span.IsZero() {
			inside(what, d.Span)
		}
		for _, rel := range d.Related {
			inside(what+", related "+rel.Message, rel.Span)
		}
		for _, s := range d.Trace {
			inside(what+", step "+s.Message, s.Span)
		}
		if strings.Contains(d.Error(), "%!") && !strings.Contains(p.String(), "%!") {
			fault("%s: badly formatted", what)
		}
		if s := internalName.FindString(told(d)); s != "" && !internalName.MatchString(p.String()) {
			fault("%s: tells of %q, a name of the encoding", what, s)
		}
	}
	proved := true
	for _, o := range r.Obligations {
		inside("obligation "+o.Kind+" "+o.Text, o.At)
		proved = proved && o.Status == checker.Proved
	}
	if sorted := diag.Sort(slices.Clone(r.Diagnostics)); !slices.Equal(sorted, r.Diagnostics) {
		fault("the diagnostics are not sorted")
	}
	switch rejects := diag.HasErrors(r.Diagnostics); {
	case r.Verdict == checker.Verified && (rejects || !proved):
		fault("verified in spite of errors")
	case r.Verdict != checker.Verified && !rejects:
		fault("%v, and no error says why", r.Verdict)
	case r.Verdict != checker.Verified && r.StateOut != nil:
		fault("%v, and there is a state after the plan", r.Verdict)
	case r.Verdict == checker.Failed && !reports(r, "AE901"):
		fault("the check failed")
	}
	return errors.Join(all...)
}

// fingerprint is everything of a result but the time that it took.
func fingerprint(r *checker.Result) string {
	var b strings.Builder
	place := func(s diag.Span) string {
		if s.Src == nil {
			return "nowhere"
		}
		return fmt.Sprintf("%s[%d:%d]", s.Src.Name, s.Start, s.End)
	}
	fmt.Fprintln(&b, r.File, r.Verdict, r.Contract, r.Inputs, r.Notes, r.StateOut)
	for _, d := range r.Diagnostics {
		fmt.Fprintln(&b, place(d.Span), d.Severity, d.Code, d.Message, d.Notes, d.Counterexample)
		for _, rel := range d.Related {
			fmt.Fprintln(&b, "  ", place(rel.Span), rel.Message)
		}
		for _, s := range d.Trace {
			fmt.Fprintln(&b, "  ", place(s.Span), s.Role, s.Message)
		}
	}
	for _, o := range r.Obligations {
		fmt.Fprintln(&b, place(o.At), place(o.Clause), o.Kind, o.Callee, o.Param, o.Text, o.Status)
	}
	for _, i := range r.Invariants {
		fmt.Fprintln(&b, place(i.At), i.Of, i.Holds)
	}
	return b.String()
}

// same reports how two results of one input differ. That a limit was reached in
// one of them only is a difference that is allowed, unless one is an acceptance.
func same(a, b *checker.Result) error {
	slow := max(a.Elapsed, b.Elapsed) > robustTimeout/2
	if slow || a.Verdict == b.Verdict && (reports(a, "AE303") || reports(b, "AE303")) {
		return nil
	}
	if x, y := fingerprint(a), fingerprint(b); x != y {
		return fmt.Errorf("two checks differ:\n%s\nand then\n%s", x, y)
	}
	return nil
}

// codes are the codes of a result, one for each diagnostic.
func codes(r *checker.Result) string {
	var out []string
	for _, d := range r.Diagnostics {
		out = append(out, string(d.Code))
	}
	slices.Sort(out)
	return r.Verdict.String() + " " + strings.Join(out, " ")
}

// examine checks a program and returns what is wrong with the result. The spec
// may be used for other programs too; it is nil where the files of the specs
// differ. Some programs are checked a second time, and from scratch.
func (p program) examine(lib *z3.Library, spec *checker.Spec, again bool) (*checker.Result, error) {
	if last := os.Getenv("AEONC_LAST"); last != "" {
		if err := os.WriteFile(last, []byte(p.String()), 0o644); err != nil {
			return nil, err
		}
	}
	check := func() *checker.Result { return p.afresh(lib) }
	if spec != nil {
		check = func() *checker.Result { return p.under(spec) }
	}
	r, err := guarded(check)
	if err != nil {
		return nil, err
	}
	if err := faults(p, r); err != nil {
		return r, err
	}
	if again {
		second, err := guarded(func() *checker.Result { return p.afresh(lib) })
		if err != nil {
			return r, fmt.Errorf("the second time: %w", err)
		}
		return r, same(r, second)
	}
	return r, nil
}

// kind is what errors with the same cause have in common.
func kind(err error) string {
	if err == nil {
		return ""
	}
	text := regexp.MustCompile("`[^`]*`|\"[^\"]*\"|0x[0-9a-f]+|[0-9]+").ReplaceAllString(err.Error(), "")
	lines := strings.SplitN(text, "\n", 3)
	return strings.Join(lines[:min(2, len(lines))], "\n")
}

// shrink removes pieces of a source as long as the program stays wrong in the
// same way.
func (p program) shrink(file string, wrong func(program) error) program {
	want := kind(wrong(p))
	if want == "" {
		return p // it takes what was checked before
	}
	deadline := time.Now().Add(20 * time.Second)
	for size := len(p.files[file]) / 2; size > 0; size /= 2 {
		for at := 0; at < len(p.files[file]) && time.Now().Before(deadline); {
			text := p.files[file]
			q := p.with(file, text[:at]+text[min(at+size, len(text)):])
			if kind(wrong(q)) == want {
				p = q
				continue
			}
			at += size
		}
	}
	return p
}

// effort reads the environment: edits for each case, the seed, and whether the
// run is thorough. One that is not makes do with a sample.
func effort() (edits int, seed uint64, thorough bool) {
	seed = 1
	if s, err := strconv.ParseUint(os.Getenv("AEONC_SEED"), 10, 64); err == nil {
		seed = s
	}
	if n, err := strconv.Atoi(os.Getenv("AEONC_EDITS")); err == nil {
		return n, seed, true
	}
	return 3, seed, false
}

// hash makes a name into a number that differs from that of similar names.
func hash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64() >> 8
}

// member is a case and the cases that have the same specs, which are loaded once.
type member struct {
	program
	name   string
	eldest bool // the first of its family
}

// families reads all cases, grouped by their specs.
func families(t *testing.T) [][]member {
	files, _ := filepath.Glob("../testdata/cases/*.txtar")
	index := map[string]int{}
	var out [][]member
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // someone has just renamed it
		}
		p, _, _, err := parseCase(data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		key := fmt.Sprint(p.specs, p.strict)
		for _, name := range p.sources() {
			if name != p.plan {
				key += "\x00" + name + "\x00" + p.files[name]
			}
		}
		i, known := index[key]
		if !known {
			i = len(out)
			index[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], member{p, strings.TrimSuffix(filepath.Base(file), ".txtar"), !known})
	}
	return out
}

// sample is about n of the cases, others for another seed.
func sample(fs [][]member, n int, seed uint64) [][]member {
	total := 0
	for _, f := range fs {
		total += len(f)
	}
	share := uint64(max(1, total/n))
	var out [][]member
	for _, f := range fs {
		f = slices.DeleteFunc(slices.Clone(f), func(m member) bool { return (hash(m.name)+seed)%share != 0 })
		if len(f) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// forEach runs a test for every case.
func forEach(t *testing.T, lib *z3.Library, fs [][]member, test func(t *testing.T, m member, spec *checker.Spec)) {
	for _, family := range fs {
		spec := family[0].load(lib)
		for _, m := range family {
			t.Run(m.name, func(t *testing.T) { test(t, m, spec) })
		}
		spec.Close()
	}
}

// reporter tells each kind of error once, with a small program that shows it.
type reporter struct {
	lib  *z3.Library
	told map[string]bool
}

func newReporter(lib *z3.Library) *reporter { return &reporter{lib, map[string]bool{}} }

// fail fails the test because p, in which file was damaged, is wrong.
func (r *reporter) fail(t *testing.T, p program, file, origin string, err error) {
	t.Helper()
	if r.told[kind(err)] {
		t.Errorf("%s: again: %s", origin, kind(err))
		return
	}
	r.told[kind(err)] = true
	differ := strings.Contains(err.Error(), "two checks differ")
	wrong := func(q program) error {
		_, err := q.examine(r.lib, nil, differ)
		return err
	}
	small := p.shrink(file, wrong)
	for _, other := range small.sources() {
		small = small.shrink(other, wrong)
	}
	t.Errorf("%s: %v\n%s", origin, err, small)
}

// Prefixes of every case, in a thorough run every one. Most are no programs at
// all: the solver takes part in a sample.
func TestPrefixes(t *testing.T) {
	lib := library(t)
	_, seed, thorough := effort()
	all := families(t)
	rep := newReporter(lib)
	if thorough {
		forEach(t, lib, all, func(t *testing.T, m member, spec *checker.Spec) { prefixes(t, m, spec, rep, math.MaxInt) })
		return
	}
	t.Run("unsolved", func(t *testing.T) {
		forEach(t, nil, all, func(t *testing.T, m member, spec *checker.Spec) { prefixes(t, m, spec, newReporter(nil), 16) })
	})
	t.Run("solved", func(t *testing.T) {
		forEach(t, lib, sample(all, 40, seed), func(t *testing.T, m member, spec *checker.Spec) { prefixes(t, m, spec, rep, 16) })
	})
}

// prefixes checks up to so many prefixes of the plan of a case, and fewer of its
// specs, which take longer.
func prefixes(t *testing.T, m member, spec *checker.Spec, rep *reporter, most int) {
	before := m.under(spec)
	for _, file := range m.sources() {
		most, under := most, spec
		if file != m.plan {
			most, under = max(most/4, 1), nil
			if !m.eldest {
				continue
			}
		}
		text := m.files[file]
		step := max(1, len(text)/most)
		for end := int(hash(m.name) % uint64(step)); end < len(text); end += step {
			q := m.with(file, text[:end])
			r, err := q.examine(rep.lib, under, (int(hash(m.name))+end/step)%32 == 0)
			if err != nil {
				rep.fail(t, q, file, fmt.Sprintf("the first %d bytes of %s", end, file), err)
				return
			}
			if file == m.plan {
				review(t, fmt.Sprintf("the first %d bytes", end), m, before, r, q.files[file])
			}
		}
	}
}

// review logs that a damaged version of a rejected plan is verified, for a
// person to judge: the fault may just have gone.
func review(t *testing.T, what string, m member, before, after *checker.Result, plan string) {
	t.Helper()
	if _, _, thorough := effort(); thorough && before.Verdict == checker.Rejected && after.Verdict == checker.Verified {
		t.Logf("to review: %s of %s: %s\n%s\nverified\n%s", what, m.name, codes(before), visible(m.files[m.plan]), visible(plan))
	}
}

// Random edits of every case.
func TestEdits(t *testing.T) {
	lib := library(t)
	edits, seed, thorough := effort()
	t.Logf("AEONC_SEED=%d", seed)
	all := families(t)
	rep := newReporter(lib)
	if !thorough {
		all = sample(all, 250, seed)
	}
	forEach(t, lib, all, func(t *testing.T, m member, spec *checker.Spec) {
		before := m.under(spec)
		names := m.sources()
		for n := range edits {
			e := &editor{rand.New(rand.NewPCG(hash(m.name)^seed, uint64(n)))}
			// Plans are what an adversary writes: they get most of the edits.
			file := names[len(names)-1]
			if e.IntN(5) == 0 {
				file = names[e.IntN(len(names))]
			}
			q := m.with(file, e.edit(m.files[file]))
			under := spec
			if file != m.plan {
				under = nil
			}
			r, err := q.examine(lib, under, e.IntN(16) == 0)
			if err != nil {
				rep.fail(t, q, file, fmt.Sprintf("AEONC_SEED=%d, edit %d of %s", seed, n, file), err)
				continue
			}
			if file == m.plan {
				review(t, fmt.Sprintf("edit %d", n), m, before, r, q.files[file])
			}
		}
	})
}

// Limits only ever lead to a rejection: whatever they are, no rejected case is
// verified and nothing breaks.
func TestLimits(t *testing.T) {
	edits, seed, thorough := effort()
	if !thorough {
		t.Skip("AEONC_EDITS is not set")
	}
	lib := library(t)
	forEach(t, lib, families(t), func(t *testing.T, m member, spec *checker.Spec) {
		if m.under(spec).Verdict != checker.Rejected {
			return
		}
		rng := rand.New(rand.NewPCG(hash(m.name), seed))
		for range edits {
			limits := checker.Config{Timeout: robustTimeout, Resources: 1 << (10 + rng.Uint32N(10))}
			if rng.IntN(2) == 0 {
				limits = checker.Config{Timeout: time.Duration(200+rng.IntN(5000)) * time.Microsecond}
			}
			r, err := guarded(func() *checker.Result {
				tight := m.loadWithin(lib, limits)
				defer tight.Close()
				return m.under(tight)
			})
			if err == nil {
				err = faults(m.program, r)
			}
			if err != nil || r.Verdict != checker.Rejected {
				t.Errorf("time %v, resources %d: %v\n%s", limits.Timeout, limits.Resources, err, m)
			}
		}
	})
}

// A check that is cancelled, as an editor does at every key, does not spoil the
// next one under the same spec.
func TestCancelled(t *testing.T) {
	if _, _, thorough := effort(); !thorough {
		t.Skip("AEONC_EDITS is not set")
	}
	lib := library(t)
	p := program{
		files: map[string]string{"spec.aeon": "def f (n: {n:Int | n > 0}) : Int := native \"f(n)\"\nplan : Int\n", "plan.aeon": "f 1\n"},
		specs: []string{"spec.aeon"}, plan: "plan.aeon",
	}
	spec := p.load(lib)
	defer spec.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := checker.PlanInput{Source: diag.NewSource(p.plan, p.files[p.plan])}
	if r := spec.CheckPlan(ctx, in); r.Verdict == checker.Verified {
		t.Error("a cancelled check verified something")
	}
	if r := p.under(spec); r.Verdict != checker.Verified {
		t.Errorf("after a cancelled check: %v\n%s", r.Verdict, listing(r))
	}
}
