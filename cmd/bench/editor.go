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
)

// editorOptions are the flags about the language server.
type editorOptions struct {
	only        bool
	edits, soak int
}

// editor drives `aeonc lsp` as an editor would.
type editor struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	uri     string
	version int
}

// openEditor starts the server on a folder and opens a plan in it; it returns how
// long it took from the start of the process to the first diagnostics.
func openEditor(aeonc, dir, text string) (*editor, time.Duration, error) {
	e := &editor{cmd: exec.Command(aeonc, "lsp"), uri: "file://" + filepath.ToSlash(filepath.Join(dir, "plan.aeon")), version: 1}
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
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.uri, "languageId": "aeon", "version": 1, "text": text,
	}})
	_, err = e.diagnostics(1)
	return e, time.Since(begin), err
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

// diagnostics waits for those of a version of the plan and returns their number.
func (e *editor) diagnostics(version int) (int, error) {
	for {
		length := 0
		for {
			line, err := e.out.ReadString('\n')
			if err != nil {
				return 0, err
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
			return 0, err
		}
		var m struct {
			Method string `json:"method"`
			Params struct {
				URI         string `json:"uri"`
				Version     int    `json:"version"`
				Diagnostics []any  `json:"diagnostics"`
			} `json:"params"`
		}
		if err := json.Unmarshal(body, &m); err != nil {
			return 0, err
		}
		if m.Method == "textDocument/publishDiagnostics" && m.Params.URI == e.uri && m.Params.Version == version {
			return len(m.Params.Diagnostics), nil
		}
	}
}

// edit replaces a range of a line and waits for the diagnostics.
func (e *editor) edit(line, from, to int, text string) (time.Duration, int, error) {
	e.version++
	begin := time.Now()
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": e.uri, "version": e.version},
		"contentChanges": []any{map[string]any{
			"range": map[string]any{
				"start": map[string]any{"line": line, "character": from},
				"end":   map[string]any{"line": line, "character": to},
			},
			"text": text,
		}},
	})
	n, err := e.diagnostics(e.version)
	return time.Since(begin), n, err
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

// typing measures what a keystroke costs, in a plan of many lines against a large
// spec: a character typed into a string near the start, in the middle, and near the
// end, taken away again, and a session name mistyped and mended.
func typing(aeonc, dir string, o editorOptions) error {
	if err := os.WriteFile(filepath.Join(dir, "aeonc.toml"), []byte("specs = [\"large.aeon\"]\n"), 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "large.aeon"), []byte(largeSpec(editorFunctions, editorMeasures)), 0o666); err != nil {
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
	lines := strings.Split(text, "\n")
	inStrings := linesWithStrings(text)
	fmt.Println("\n| keystroke | p50 | p95 | largest | processor time, mean |")
	fmt.Println("|---|--:|--:|--:|--:|")
	for _, at := range []struct {
		name string
		spot
	}{
		{"in a string near the start", inStrings[2]}, {"in a string in the middle", inStrings[len(inStrings)/2]},
		{"in a string near the end", inStrings[len(inStrings)-2]},
	} {
		column := at.column
		var times []time.Duration
		used := e.used()
		for i := range o.edits {
			from, to, new := column, column, "x"
			if i%2 == 1 {
				to, new = column+1, ""
			}
			d, _, err := e.edit(at.line, from, to, new)
			if err != nil {
				return err
			}
			times = append(times, d)
		}
		percentiles(at.name, times, e.used()-used)
	}
	// A name that does not exist, and again the right one: half of these are rejected.
	middle := slices.IndexFunc(lines[len(lines)/2:], func(l string) bool { return strings.HasPrefix(l, "let s := repoRead s") }) + len(lines)/2
	var times []time.Duration
	used := e.used()
	for i := range o.edits {
		from, to, new := len("let s := repoRead s"), len("let s := repoRead s"), "x"
		if i%2 == 1 {
			to, new = to+1, ""
		}
		d, _, err := e.edit(middle, from, to, new)
		if err != nil {
			return err
		}
		times = append(times, d)
	}
	percentiles("in a name, which is then unknown", times, e.used()-used)
	return soak(aeonc, dir, o.soak)
}

// soakLines is the length of the plan that is edited again and again.
const soakLines = 100

// soak watches the memory of a server over so many edits.
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
	inStrings := linesWithStrings(text)
	for i := range edits / 2 {
		l := inStrings[i%len(inStrings)]
		if _, _, err := e.edit(l.line, l.column, l.column, "x"); err != nil {
			return err
		}
		if _, _, err := e.edit(l.line, l.column, l.column+1, ""); err != nil {
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
