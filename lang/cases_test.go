package lang

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/aeonc/aeonc/lang/diag"
)

// corpusDir holds the shared cases; CASES names another folder.
func corpusDir() string {
	if dir := os.Getenv("CASES"); dir != "" {
		return dir
	}
	return "../testdata/cases"
}

type program struct {
	name, text string
	faulty     bool // the case expects a syntax error in it
}

// corpus reads the spec.aeon and plan.aeon of every case, each text once.
func corpus(t testing.TB) []program {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpusDir(), "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("there are no cases in %s", corpusDir())
	}
	syntax := regexp.MustCompile(`(?m)^expect: reject AE10`)
	seen := map[string]bool{}
	var out []program
	for _, f := range files {
		a, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		faulty := syntax.Match(a.Comment)
		for i, file := range a.Files {
			text := string(file.Data)
			if filepath.Ext(file.Name) != ".aeon" || seen[text] {
				continue
			}
			seen[text] = true
			out = append(out, program{filepath.Base(f) + "/" + file.Name, text, faulty && i == len(a.Files)-1})
		}
	}
	return out
}

func TestCases(t *testing.T) {
	for _, c := range corpus(t) {
		_, ds := Parse(diag.NewSource(c.name, c.text))
		if c.faulty != (len(ds) > 0) {
			t.Errorf("%s: %v", c.name, ds)
		}
		if !c.faulty {
			checkParsed(t, c.text)
			checkNames(t, c.text)
		}
	}
}

// Half-typed text: every prefix of every case.
func TestPrefixes(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range corpus(t) {
		step := 1
		if len(c.text) > 400 { // long specs repeat themselves
			step = 1 + len(c.text)/30
		}
		for n := 0; n < len(c.text); n += step {
			if text := c.text[:n]; !seen[text] {
				seen[text] = true
				checkParsed(t, text)
			}
		}
	}
}

// The same text yields the same tree and the same diagnostics.
func TestDeterministic(t *testing.T) {
	for _, c := range corpus(t) {
		src := diag.NewSource(c.name, c.text[:len(c.text)*2/3])
		f, ds := Parse(src)
		again, dsAgain := Parse(src)
		if !reflect.DeepEqual(ds, dsAgain) || dump(f) != dump(again) {
			t.Errorf("two parses differ: %v, %v in %q", ds, dsAgain, src.Text)
		}
	}
}

// checkParsed holds Parse to what it promises for any text.
func checkParsed(t failer, text string) *File {
	t.Helper()
	src := diag.NewSource("x", text)
	f, ds := Parse(src)
	for _, d := range ds {
		if d.Span.Src != src || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
			t.Fatalf("%v has the span %d-%d in %q", d, d.Span.Start, d.Span.End, text)
		}
	}
	Inspect(f, func(n Node) bool {
		span := n.Range()
		if span.Start < 0 || span.End < span.Start || span.End > len(text) {
			t.Fatalf("%T has the span %d-%d in %q", n, span.Start, span.End, text)
		}
		switch n.(type) {
		case *BadExpr, *BadType, *BadDecl:
			if len(ds) == 0 {
				t.Fatalf("%T without an error in %q", n, text)
			}
		}
		return true
	})
	if len(ds) == 0 {
		checkNesting(t, f)
	}
	return f
}

// checkNesting: in a tree without errors, what is inside a node is inside its
// span, and siblings come in order.
func checkNesting(t failer, f *File) {
	t.Helper()
	var stack []Node
	last := 0
	Inspect(f, func(n Node) bool {
		span := n.Range()
		for len(stack) > 0 && stack[len(stack)-1].Range().End < span.End && stack[len(stack)-1].Range().End <= span.Start {
			stack = stack[:len(stack)-1]
		}
		if n != Node(f) && (len(stack) == 0 || stack[len(stack)-1].Range().End < span.End) {
			t.Fatalf("%T %q is outside of what holds it", n, span.Text())
		}
		if span.Start < last {
			t.Fatalf("%T %q comes too late", n, span.Text())
		}
		last = span.Start
		stack = append(stack, n)
		return true
	})
}

// wordsOf are names that the tree does not keep as names.
var wordsOf = map[string]bool{"unit": true, "uninterpreted": true, "native": true, "native_import": true, "accept": true, "reject": true, "for": true, "omega": true, "n": true, "where": true, "by": true, "_": true}

// checkNames: in a tree without errors, every name of the text is there.
func checkNames(t failer, text string) {
	t.Helper()
	src := diag.NewSource("x", text)
	f, _ := Parse(src)
	inTree := map[int]bool{}
	var codes []string
	collectIdents(reflect.ValueOf(f), inTree, &codes)
	sort.Strings(codes)
	for _, tok := range Tokens(src) {
		name := tok.Kind == TokName || tok.Kind == TokQualified || tok.Kind == TokConstructor
		if name && !inTree[tok.Span.Start] && !wordsOf[tok.Text] && !strings.Contains(strings.Join(codes, " "), tok.Text) {
			t.Fatalf("%q at %v is not in the tree of\n%s", tok.Text, tok.Span.Pos(), text)
		}
	}
}

func collectIdents(v reflect.Value, at map[int]bool, codes *[]string) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if _, source := v.Interface().(*diag.Source); !v.IsNil() && !source {
			collectIdents(v.Elem(), at, codes)
		}
	case reflect.Slice:
		for i := 0; i < v.Len(); i++ {
			collectIdents(v.Index(i), at, codes)
		}
	case reflect.Struct:
		switch x := v.Interface().(type) {
		case Ident:
			at[x.Span.Start] = true
			return
		case Example:
			*codes = append(*codes, x.Code)
		case diag.Span, Comment:
			return
		}
		if v.Type().PkgPath() != reflect.TypeOf(File{}).PkgPath() {
			return
		}
		for i := 0; i < v.NumField(); i++ {
			collectIdents(v.Field(i), at, codes)
		}
	}
}
