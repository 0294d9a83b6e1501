package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The plan and the spec that an editor is measured with.
const (
	editorLines     = 1000
	editorFunctions = 500
	editorMeasures  = 50
	editorLoops     = 20
)

// editorOptions are the flags about the language server.
type editorOptions struct {
	only        bool
	edits, soak int
}

// editor drives `aeonc lsp` as an editor would.
type editor struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	dir string
}

// page is a document that is open in the editor.
type page struct {
	*editor
	uri     string
	version int
}

// openEditor starts the server on a folder and opens a plan in it; it returns how
// long it took from the start of the process to the first diagnostics.
func openEditor(aeonc, dir, text string) (*page, time.Duration, error) {
	e := &editor{cmd: exec.Command(aeonc, "lsp"), dir: dir}
	e.cmd.Stderr = os.Stderr
	var err error
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return nil, 0, err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	e.out = bufio.NewReader(out)
	begin := time.Now()
	if err := e.cmd.Start(); err != nil {
		return nil, 0, err
	}
	e.send(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{
		"processId": os.Getpid(), "rootUri": "file://" + filepath.ToSlash(dir), "capabilities": map[string]any{},
	}})
	e.notify("initialized", map[string]any{})
	p, err := e.open("plan.aeon", text)
	return p, time.Since(begin), err
}

// open opens a document and waits for its diagnostics.
func (e *editor) open(name, text string) (*page, error) {
	p := &page{e, "file://" + filepath.ToSlash(filepath.Join(e.dir, name)), 1}
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": p.uri, "languageId": "aeon", "version": 1, "text": text,
	}})
	return p, e.await(p)
}

func (e *editor) send(m any) {
	body, err := json.Marshal(m)
	if err == nil {
		_, err = fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err) // reading will find out as well
	}
}

func (e *editor) notify(method string, params any) {
	e.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// await waits until the diagnostics of the present versions of all pages have come.
func (e *editor) await(pages ...*page) error {
	missing := map[string]int{}
	for _, p := range pages {
		missing[p.uri] = p.version
	}
	for len(missing) > 0 {
		length := 0
		for {
			line, err := e.out.ReadString('\n')
			if err != nil {
				return err
			}
			line = strings.TrimSpace(line)
			if line == "" {
				break
			}
			if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(n)
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(e.out, body); err != nil {
			return err
		}
		var m struct {
			Method string `json:"method"`
			Params struct {
				URI     string `json:"uri"`
				Version int    `json:"version"`
			} `json:"params"`
		}
		if err := json.Unmarshal(body, &m); err != nil {
			return err
		}
		if v, ok := missing[m.Params.URI]; ok && m.Method == "textDocument/publishDiagnostics" && m.Params.Version == v {
			delete(missing, m.Params.URI)
		}
	}
	return nil
}

// replace edits a page and waits for its diagnostics, and those of the pages that
// depend on it.
func (p *page) replace(from, to spot, text string, dependants ...*page) (time.Duration, error) {
	p.version++
	begin := time.Now()
	p.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": p.uri, "version": p.version},
		"contentChanges": []any{map[string]any{
			"range": map[string]any{
				"start": map[string]any{"line": from.line, "character": from.column},
				"end":   map[string]any{"line": to.line, "character": to.column},
			},
			"text": text,
		}},
	})
	err := p.await(append(dependants, p)...)
	return time.Since(begin), err
}

// close ends the server.
func (e *editor) close() {
	e.send(map[string]any{"jsonrpc": "2.0", "id": 2, "method": "shutdown"})
	e.notify("exit", nil)
	_ = e.cmd.Wait() // its status says how it was told to end
}

// memory is the resident memory of the server, 0 where the system does not tell.
func (e *editor) memory() int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", e.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// used is the processor time that the server has taken, which says more than the
// clock on a machine that does other things as well; 0 where the system does not tell.
func (e *editor) used() time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", e.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), ") ") // the name may hold anything else
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	const perSecond = 100 // what Linux tells everyone, whatever its own clock
	var ticks int64
	for _, f := range fields[11:13] {
		n, _ := strconv.ParseInt(f, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * time.Second / perSecond
}

// typing measures what a keystroke costs under a large spec: in a plan of many
// lines that is verified, in one that is rejected, in one with loops, and in the spec.
func typing(aeonc, dir string, o editorOptions) error {
	if err := os.WriteFile(filepath.Join(dir, "aeonc.toml"), []byte("specs = [\"large.aeon\"]\n"), 0o666); err != nil {
		return err
	}
	spec := largeSpec(editorFunctions, editorMeasures)
	if err := os.WriteFile(filepath.Join(dir, "large.aeon"), []byte(spec), 0o666); err != nil {
		return err
	}
	text := sequence(editorLines)
	e, first, err := openEditor(aeonc, dir, text)
	if err != nil {
		return err
	}
	defer e.close()
	fmt.Printf("\nAn editor on a plan of %d lines, a spec of %d functions and %d measures: the first diagnostics %s after the start of the server.\n",
		editorLines, editorFunctions, editorMeasures, millis(first))
	fmt.Println("\n| keystroke | p50 | p95 | largest | processor time, mean |")
	fmt.Println("|---|--:|--:|--:|--:|")
	in := linesWithStrings(text)
	for _, at := range []struct {
		name string
		spot
	}{
		{"in a string near the start", in[2]}, {"in a string in the middle", in[len(in)/2]}, {"in a string near the end", in[len(in)-2]},
	} {
		if err := e.strokes(o, at.name, at.insert("x")); err != nil {
			return err
		}
	}
	lines := strings.Split(text, "\n")
	const call = "let s := repoRead s"
	middle := slices.IndexFunc(lines[len(lines)/2:], func(l string) bool { return strings.HasPrefix(l, call) }) + len(lines)/2
	// A name that does not exist, and again the right one: half of these are rejected.
	if err := e.strokes(o, "in a name, which is then unknown", spot{middle, len(call)}.insert("x")); err != nil {
		return err
	}
	if err := e.strokes(o, "a call more in the middle", spot{middle, 0}.insert("let s := repoRead s publicRepo in\n").moving(5)); err != nil {
		return err
	}
	// The largest repository may be private, and no issue may be opened after that.
	text = "let private := largest_repo s in\nlet s := repoRead s private in\n" + text
	rejected, err := e.open("rejected.aeon", text)
	if err != nil {
		return err
	}
	in = linesWithStrings(text)
	if err := rejected.strokes(o, "in a string in the middle of a plan that is rejected", in[len(in)/2].insert("x")); err != nil {
		return err
	}
	if err := rejected.strokes(o, "in the call for which it is rejected", in[0].insert("x")); err != nil {
		return err
	}
	text = looping(editorLoops, 3, 0)
	loops, err := e.open("loops.aeon", text)
	if err != nil {
		return err
	}
	in = linesWithStrings(text)
	if err := loops.strokes(o, fmt.Sprintf("in a string of a plan with %d loops", editorLoops), in[len(in)/2].insert("x")); err != nil {
		return err
	}
	if err := loops.strokes(o, fmt.Sprintf("a call more before %d loops", editorLoops), spot{0, 0}.insert("let s := repoRead s publicRepo in\n")); err != nil {
		return err
	}
	large, err := e.open("large.aeon", spec)
	if err != nil {
		return err
	}
	few := o
	few.edits = max(o.edits/5, 4)
	if err := large.strokes(few, "in the spec, until the three plans are checked too", spot{0, 0}.insert("# a remark\n"), e, rejected, loops); err != nil {
		return err
	}
	return soak(aeonc, dir, o.soak)
}

// stroke is an edit that is made and taken back.
type stroke struct {
	at   spot
	text string
	// step is by how many lines it is further down each time.
	step int
}

func (at spot) insert(text string) stroke { return stroke{at, text, 0} }

func (s stroke) moving(step int) stroke {
	s.step = step
	return s
}

// strokes makes an edit and takes it back, and so on.
func (p *page) strokes(o editorOptions, name string, s stroke, dependants ...*page) error {
	end := spot{s.at.line + strings.Count(s.text, "\n"), s.at.column + len(s.text)}
	if i := strings.LastIndexByte(s.text, '\n'); i >= 0 {
		end.column = len(s.text) - i - 1
	}
	start := s.at
	var times []time.Duration
	used := p.used()
	for i := range o.edits {
		to, text := start, s.text
		if i%2 == 1 {
			to, text = end, ""
		}
		d, err := p.replace(start, to, text, dependants...)
		if err != nil {
			return err
		}
		if i%2 == 1 {
			start.line, end.line = start.line+s.step, end.line+s.step
		}
		times = append(times, d)
	}
	percentiles(name, times, p.used()-used)
	return nil
}

// soakLines is the length of the plan that is edited again and again.
const soakLines = 100

// soak watches the memory of a server over so many edits: in strings, and every other
// one of which adds a call or takes one away.
func soak(aeonc, dir string, edits int) error {
	if edits < 20 {
		return nil
	}
	text := sequence(soakLines)
	e, _, err := openEditor(aeonc, dir, text)
	if err != nil {
		return err
	}
	defer e.close()
	var held []string
	in := linesWithStrings(text)
	for i := range edits / 2 {
		at := in[i%len(in)]
		s := at.insert("x")
		to := spot{at.line, at.column + 1}
		if i%2 == 1 {
			s = spot{at.line, 0}.insert("let s := repoRead s publicRepo in\n")
			to = spot{at.line + 1, 0}
		}
		if _, err := e.replace(s.at, s.at, s.text); err != nil {
			return err
		}
		if _, err := e.replace(s.at, to, ""); err != nil {
			return err
		}
		if (i+1)%(edits/20) == 0 {
			held = append(held, megabytes(e.memory()))
		}
	}
	fmt.Printf("\nResident memory over %d edits of a plan of %d lines, at each tenth: %s.\n", edits, soakLines, strings.Join(held, ", "))
	return nil
}

// spot is a place in a text.
type spot struct{ line, column int }

// linesWithStrings are the starts of the first string of each line that has one.
func linesWithStrings(text string) []spot {
	var out []spot
	for i, l := range strings.Split(text, "\n") {
		if at := strings.IndexByte(l, '"'); at >= 0 {
			out = append(out, spot{i, at + 1})
		}
	}
	return out
}

func percentiles(name string, times []time.Duration, used time.Duration) {
	slices.Sort(times)
	fmt.Printf("| %s | %s | %s | %s | %s |\n", name, millis(times[len(times)/2]), millis(times[len(times)*95/100]), millis(times[len(times)-1]),
		millis(used/time.Duration(len(times))))
}
