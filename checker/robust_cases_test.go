package checker_test

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/smt/z3"
)

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
