package load

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/aeonc/aeonc/lang"
	"github.com/aeonc/aeonc/lang/diag"
)

// disk is a file system in memory that remembers what was asked of it.
type disk struct {
	files map[string]string
	reads []string
}

func (d *disk) read(path string) (string, error) {
	d.reads = append(d.reads, filepath.ToSlash(path))
	fail := func(err error) (string, error) { return "", &fs.PathError{Op: "open", Path: path, Err: err} }
	text, ok := d.files[filepath.ToSlash(path)]
	switch {
	case !ok:
		return fail(syscall.ENOENT)
	case text == "<dir>":
		return fail(syscall.EISDIR)
	case text == "<denied>":
		return fail(syscall.EACCES)
	case text == "<notdir>":
		return fail(syscall.ENOTDIR)
	}
	return text, nil
}

func builtin(name string) (string, bool) {
	text, ok := map[string]string{
		"github":  "type Repo\n",
		"prelude": "import github\ntype Prelude\n",
	}[name]
	return text, ok
}

// load runs Load over files, with two modules built in.
func load(files map[string]string, path []string, specs ...string) (*Program, *disk) {
	d := &disk{files: files}
	p := Load(Options{
		Specs: specs, SpecPath: path, ReadFile: d.read,
		Builtin: builtin, BuiltinNames: []string{"github", "prelude"}, Language: []string{"List", "String"},
	})
	return p, d
}

// summary is "modules | named | diagnostics".
func summary(p *Program) string {
	var modules, named, ds []string
	for _, m := range p.Modules {
		modules = append(modules, m.Name)
	}
	for _, m := range p.Named {
		named = append(named, m.Name)
	}
	for _, d := range p.Diagnostics {
		at := ""
		if !d.Span.IsZero() {
			pos := d.Span.Pos()
			at = fmt.Sprintf("@%s:%d:%d(%s)", filepath.ToSlash(d.Span.Src.Name), pos.Line, pos.Column, d.Span.Text())
		}
		ds = append(ds, string(d.Code)+at)
	}
	return strings.Join(modules, " ") + " | " + strings.Join(named, " ") + " | " + strings.Join(ds, " ")
}

func TestLoad(t *testing.T) {
	type files = map[string]string
	tests := []struct {
		name  string
		files files
		path  []string
		specs []string
		want  string
		// says is a part of the first diagnostic's text and notes.
		says string
	}{
		{name: "nothing", want: " |  | "},
		{"a file", files{"dir/x.aeon": "type T\n"}, nil, []string{"dir/x.aeon"}, "x | x | ", ""},
		{"a file in .ae", files{"x.ae": "type T\n"}, nil, []string{"x.ae"}, "x | x | ", ""},
		{"a built-in module", nil, nil, []string{"github"}, "github | github | ", ""},
		{"a built-in that imports", nil, nil, []string{"prelude"}, "github prelude | prelude | ", ""},
		{"a module on the spec path", files{"lib/a/b.aeon": "type T\n"}, []string{"lib"}, []string{"a.b"}, "a.b | a.b | ", ""},
		{"imports first", files{"x.aeon": "import y\nopen z\n", "y.aeon": "import z\n", "z.aeon": "type T\n"}, nil, []string{"x.aeon"}, "z y x | x | ", ""},
		{"imported, then named", files{"x.aeon": "import y\n", "y.aeon": "type T\n"}, nil, []string{"x.aeon", "y.aeon"}, "y x | x y | ", ""},
		{"named twice", files{"d/x.aeon": "type T\n"}, nil, []string{"d/x.aeon", "x", "./d/../d/x.aeon"}, "x | x | ", ""},
		{"folder of a spec file before the spec path", files{"d/x.aeon": "import y\n", "d/y.aeon": "type D\n", "lib/y.aeon": "type L\n"}, []string{"lib"}, []string{"d/x.aeon"}, "y x | x | ", ""},
		{"a named file before the spec path", files{"d/x.aeon": "import y\n", "d/y.aeon": "type D\n", "e/y.aeon": "type E\n"}, nil, []string{"d/x.aeon", "e/y.aeon"}, "y x | x y | ", ""},
		{"one file under two names", files{"x.aeon": "import a.b\n", "a/b.aeon": "type T\n"}, nil, []string{"x.aeon", "a/b.aeon"}, "b x | x b | ", ""},

		{"an empty name", nil, nil, []string{""}, " |  | AE206", "identifiers joined by dots"},
		{"no spec file", nil, nil, []string{"../../etc/passwd"}, " |  | AE206", "ends in .aeon or .ae"},
		{"a folder", nil, nil, []string{"specs/"}, " |  | AE206", "ends in .aeon or .ae"},
		{"a name with a hyphen", nil, nil, []string{"my-spec"}, " |  | AE206", "identifiers joined by dots"},
		{"a file with a hyphen", nil, nil, []string{"my-spec.aeon"}, " |  | AE206", "rename the file"},
		{"a file with a dot", nil, nil, []string{"a.b.aeon"}, " |  | AE206", "rename the file"},
		{"a file without a name", nil, nil, []string{"d/.aeon"}, " |  | AE206", "rename the file"},
		{"empty parts", nil, nil, []string{"a..b", ".a", "a."}, " |  | AE206 AE206 AE206", "identifiers joined by dots"},
		{"a file that is named wins over a built-in", files{"github.aeon": "type T\n"}, nil, []string{"github.aeon"}, "github | github | ", ""},
		{"two files of one name", nil, nil, []string{"a/x.aeon", "b/x.aeon"}, " |  | AE206 AE904", "would both be module `x`"},
		{"a missing file", nil, nil, []string{"x.aeon"}, " |  | AE904", "cannot read `x.aeon`: no such file"},
		{"a directory", files{"x.aeon": "<dir>"}, nil, []string{"x.aeon"}, " |  | AE904", "it is a directory"},
		{"a forbidden file", files{"x.aeon": "<denied>"}, nil, []string{"x.aeon"}, " |  | AE904", "permission denied"},
		{"a large file", files{"x.aeon": strings.Repeat(" ", MaxFileSize+1)}, nil, []string{"x.aeon"}, " |  | AE903", "4194305 bytes, where the limit is 4194304"},
		{"not text", files{"x.aeon": "type T\xff\n"}, nil, []string{"x.aeon"}, "x | x | AE103@x.aeon:1:7(\xff)", ""},
		{"a body", files{"x.aeon": "type T\n\n1 + 1\n"}, nil, []string{"x.aeon"}, "x | x | AE101@x.aeon:3:1(1 + 1)", "a spec only declares"},

		{"a missing module", files{"x.aeon": "type T\nimport yy\n"}, []string{"lib"}, []string{"x.aeon"}, "x | x | AE206@x.aeon:2:8(yy)", "neither yy.aeon nor yy.ae is in: ., lib"},
		{"a misspelt built-in", files{"x.aeon": "import githib\n"}, nil, []string{"x.aeon"}, "x | x | AE206@x.aeon:1:8(githib)", "did you mean `github`?"},
		{"a missing named module", nil, nil, []string{"nowhere"}, " |  | AE206", "the spec path is empty"},
		{"missing twice", files{"x.aeon": "import q\n", "y.aeon": "import q\n"}, nil, []string{"x.aeon", "y.aeon"}, "x y | x y | AE206@x.aeon:1:8(q) AE206@y.aeon:1:8(q)", ""},
		{"importing the language", files{"x.aeon": "open List\n"}, nil, []string{"x.aeon"}, "x | x | AE206@x.aeon:1:6(List)", "never imported"},
		{"an unreadable import", files{"d/x.aeon": "import y\n", "d/y.aeon": "<denied>", "lib/y.aeon": "type T\n"}, []string{"lib"}, []string{"d/x.aeon"}, "x | x | AE904@d/x.aeon:1:8(y)", "permission denied"},
		{"a file where a folder is expected", files{"d/x.aeon": "import a.b\n", "d/a/b.aeon": "<notdir>", "lib/a/b.ae": "type T\n"}, []string{"lib"}, []string{"d/x.aeon"}, "a.b x | x | ", ""},

		{"itself", files{"x.aeon": "import x\n"}, nil, []string{"x.aeon"}, "x | x | AE206@x.aeon:1:8(x)", "x → x"},
		{"a cycle", files{"x.aeon": "import y\n", "y.aeon": "type Y\nimport z\n", "z.aeon": "import y\n"}, nil, []string{"x.aeon"}, "z y x | x | AE206@z.aeon:1:8(y)", "import cycle: y → z → y"},
		{"a cycle through another name", files{"a/b.aeon": "import a.b\n"}, []string{"."}, []string{"a/b.aeon"}, "b | b | AE206@a/b.aeon:1:8(a.b)", "b → b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := load(tt.files, tt.path, tt.specs...)
			if got := summary(p); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if tt.says != "" && len(p.Diagnostics) > 0 {
				d := p.Diagnostics[0]
				if text := d.Message + "\n" + strings.Join(d.Notes, "\n"); !strings.Contains(filepath.ToSlash(text), tt.says) {
					t.Errorf("says %s\nnot  %s", text, tt.says)
				}
			}
			inDependencyOrder(t, p)
		})
	}
}

// inDependencyOrder tests that every edge leads to an earlier module.
func inDependencyOrder(t *testing.T, p *Program) {
	t.Helper()
	seen := map[*Module]bool{}
	for _, m := range p.Modules {
		for _, e := range m.Imports {
			if e.Target != nil && !seen[e.Target] {
				t.Errorf("%s stands before %s, which it imports", m.Name, e.Target.Name)
			}
		}
		seen[m] = true
	}
	for _, m := range p.Named {
		if !seen[m] || !m.Named {
			t.Errorf("%s is named, and not among the modules or not marked", m.Name)
		}
	}
}

// No name may lead out of the spec path: what is no module name is refused
// before a path is built from it.
func TestBadNamesReadNothing(t *testing.T) {
	specs := []string{"", ".", "..", "../x", "../../etc/passwd", "/etc/passwd", "a/b", "a..b", "x y", "x\x00", "é", "1x", "my-spec", "-", "..aeon", "a/.ae"}
	p, d := load(nil, []string{"lib", ""}, specs...)
	if len(d.reads) > 0 {
		t.Errorf("read %q", d.reads)
	}
	if len(p.Diagnostics) != len(specs) {
		t.Errorf("%d diagnostics for %d names: %s", len(p.Diagnostics), len(specs), summary(p))
	}
	for _, d := range p.Diagnostics {
		if d.Code != "AE206" {
			t.Errorf("%v", d)
		}
	}
	// The parser reads no such name; a tree that holds one is not believed.
	l := &loader{program: p, failed: map[string]*diag.Diagnostic{}, Options: Options{ReadFile: d.read}, folders: []string{"lib"}}
	for _, name := range []string{"../x", "a/b", `a\b`, "..", ""} {
		if m, found := l.module(name, diag.Span{}); m != nil || found == nil || len(d.reads) > 0 {
			t.Errorf("%q: %v, read %q", name, found, d.reads)
		}
	}
}

func TestBuiltinWinsOverFiles(t *testing.T) {
	p, d := load(map[string]string{"x.aeon": "import github\n", "github.aeon": "type Evil\n"}, []string{"."}, "x.aeon")
	if got := summary(p); got != "github x | x | " || !p.Modules[0].Builtin || p.Modules[0].Path != "" {
		t.Errorf("%s", got)
	}
	if len(d.reads) != 1 {
		t.Errorf("read %q", d.reads)
	}
}

func TestSpecPathOrder(t *testing.T) {
	_, d := load(nil, []string{"lib", "", "lib/", "./d", "other"}, "a.b", "d/x.aeon")
	want := "d/a/b.aeon d/a/b.ae lib/a/b.aeon lib/a/b.ae other/a/b.aeon other/a/b.ae d/x.aeon"
	if got := strings.Join(d.reads, " "); got != want {
		t.Errorf("read %s\nwant %s", got, want)
	}
}

func TestEachFileIsReadOnce(t *testing.T) {
	_, d := load(map[string]string{
		"a.aeon": "import d\nimport c\n", "b.aeon": "import c\nimport d\nimport d (x)\n", "c.aeon": "import d\n", "d.aeon": "type D\n",
	}, nil, "a.aeon", "b.aeon")
	if got := strings.Join(d.reads, " "); got != "a.aeon d.aeon c.aeon b.aeon" {
		t.Errorf("read %s", got)
	}
}

func TestSelectiveImport(t *testing.T) {
	p, _ := load(map[string]string{"x.aeon": "import github (a, b)\nimport github ()\nimport github\nopen github\n"}, nil, "x.aeon")
	var got []string
	for _, e := range p.Named[0].Imports {
		got = append(got, fmt.Sprintf("%s/%d/%t/%t", e.Target.Name, len(e.Decl.Names), e.Decl.HasList, e.Decl.Open))
	}
	if want := "github/2/true/false github/0/true/false github/0/false/false github/0/false/true"; strings.Join(got, " ") != want {
		t.Errorf("got %s", got)
	}
}

func TestResolvePlanImport(t *testing.T) {
	p, d := load(map[string]string{
		"bank.aeon": "import helper\n", "helper.aeon": "type H\n", "evil.aeon": "type E\n", "a/b.aeon": "type B\n",
	}, []string{"."}, "bank.aeon", "github", "a.b")
	reads := len(d.reads)
	tests := []struct{ plan, module, says string }{
		{"open bank", "bank", ""},
		{"import github (x)", "github", ""},
		{"import a.b", "a.b", ""},
		{"import evil", "", "only `bank`, `github`, `a.b`"},
		{"import helper", "", "for that spec alone"},
		{"open prelude", "", "not a spec in force"},
		{"open bnak", "", "did you mean `bank`?"},
		{"open List", "", "part of the language"},
		{"import b", "", "not a spec in force"},
		{"import nowhere", "", "not a spec in force"},
	}
	for _, tt := range tests {
		f, ds := lang.Parse(diag.NewSource("plan.aeon", tt.plan+"\n1\n"))
		if len(ds) > 0 {
			t.Fatalf("%s: %v", tt.plan, ds[0])
		}
		m, found := p.ResolvePlanImport(f.Decls[0].(*lang.Import))
		switch {
		case tt.module != "":
			if m == nil || m.Name != tt.module || found != nil {
				t.Errorf("%s: %v, %v", tt.plan, m, found)
			}
		case m != nil || found == nil || found.Code != "AE505":
			t.Errorf("%s: %v, %v", tt.plan, m, found)
		case found.Span.Text() != f.Decls[0].(*lang.Import).Path.Name:
			t.Errorf("%s: placed at %q", tt.plan, found.Span.Text())
		case !strings.Contains(found.Message+strings.Join(found.Notes, " "), tt.says):
			t.Errorf("%s: says %v %v", tt.plan, found, found.Notes)
		}
	}
	if len(d.reads) != reads {
		t.Errorf("a plan's import read %q", d.reads[reads:])
	}
	if _, found := p.ResolvePlanImport(&lang.Import{}); found == nil {
		t.Error("an import without a name was resolved")
	}
}

func TestReadReasons(t *testing.T) {
	_, d := Read(func(string) (string, error) { return "", errors.New("gone") }, "f", diag.Span{})
	if d == nil || d.Code != "AE904" || d.Message != "cannot read `f`: gone" {
		t.Errorf("%v", d)
	}
	text, d := Read(func(string) (string, error) { return strings.Repeat("x", MaxFileSize), nil }, "f", diag.Span{})
	if d != nil || len(text) != MaxFileSize {
		t.Errorf("%v", d)
	}
}
