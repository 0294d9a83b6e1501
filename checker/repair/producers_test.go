package repair

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// No producer panics, whatever is wrong with a plan: plans of the cases, and the
// same with a word left out here and there. AEONC_EDITS=1 takes all of them, and
// minutes.
func TestProducersDoNotPanic(t *testing.T) {
	lib, err := z3.Load("")
	if err != nil {
		t.Fatalf("this test needs libz3 (make setup): %v", err)
	}
	files, _ := filepath.Glob("../../testdata/[cr]*/*.txtar")
	if len(files) < 200 {
		t.Fatalf("only %d cases", len(files))
	}
	stride, every := 40, 9
	if os.Getenv("AEONC_EDITS") != "" {
		stride, every = 9, 1
	}
	ctx := context.Background()
	loaded := map[string]*checker.Spec{}
	for n, file := range files {
		if n%every != 0 {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ar := txtar.Parse(data)
		texts := map[string]string{}
		for _, f := range ar.Files {
			texts[f.Name] = string(f.Data)
		}
		plan, ok := texts["plan.aeon"]
		if !ok {
			continue
		}
		var names []string
		if _, own := texts["spec.aeon"]; own {
			names = append(names, "spec.aeon")
		}
		contract := ""
		words := strings.Fields(string(ar.Comment))
		for i, w := range words[:max(0, len(words)-1)] {
			switch w {
			case "--spec":
				names = append(names, words[i+1])
			case "--contract":
				contract = words[i+1]
			}
		}
		key := strings.Join(names, " ") + texts["spec.aeon"]
		if loaded[key] == nil {
			loaded[key] = checker.Load(ctx, checker.Config{
				Specs: names, Solver: lib, Builtin: specs.Module, BuiltinNames: specs.Names(),
				ReadFile: func(path string) (string, error) {
					if text, ok := texts[path]; ok {
						return text, nil
					}
					return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
				},
			})
			t.Cleanup(loaded[key].Close)
		}
		variants := []string{plan}
		ws := withSpace(plan)
		for i := n % stride; i < len(ws); i += stride {
			variants = append(variants, strings.Join(append(append([]string{}, ws[:i]...), ws[i+1:]...), ""))
		}
		for _, text := range variants {
			in := checker.PlanInput{Source: diag.NewSource("plan.aeon", text), Contract: contract}
			res := loaded[key].CheckPlan(ctx, in)
			v := newView(loaded[key].Outline(in), in.Source, res.Diagnostics)
			for _, d := range res.Diagnostics {
				if d.Severity != diag.Error || d.Span.Src != in.Source {
					continue
				}
				for i, produce := range producers(d) {
					func() {
						defer func() {
							if r := recover(); r != nil {
								t.Errorf("%s: producer %d of %s: %v\n%s", file, i, d.Code, r, text)
							}
						}()
						produce(v, d)
					}()
				}
			}
		}
	}
}

func withSpace(text string) []string {
	var out []string
	for _, w := range words(text) {
		if n := len(out); n > 0 && strings.TrimSpace(w) == "" {
			out[n-1] += w
			continue
		}
		out = append(out, w)
	}
	return out
}
