package lsp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aeonc/aeonc/lsp"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// object is a JSON object.
type object = map[string]any

// patience is how long a test waits for what must come. It is no measure of
// speed: what comes later never comes.
const patience = 60 * time.Second

// client drives a server through real pipes, as an editor would.
type client struct {
	t      *testing.T
	out    io.WriteCloser
	status chan int
	log    *strings.Builder

	mu      sync.Mutex
	changed *sync.Cond
	next    int
	answers map[int]object
	// notes are the notifications and requests of the server, in order.
	notes []object
	// diags are the latest diagnostics of each file, with all that came before.
	diags map[string]object
	seen  []object
	ended bool
	// reply answers the server's requests by method; what is not there gets null.
	reply map[string]any
}

// syncBuilder is a log that may be written and read at the same time.
type syncWriter struct {
	mu *sync.Mutex
	b  *strings.Builder
}

func (w syncWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

// start starts a server in a goroutine.
func start(t *testing.T) *client { return startWith(t, patience) }

// startWith starts a server that waits no longer than that for the solver.
func startWith(t *testing.T, solver time.Duration) *client {
	t.Helper()
	serverIn, clientOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	clientIn, serverOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &client{
		t: t, out: clientOut, status: make(chan int, 1), answers: map[int]object{},
		diags: map[string]object{}, reply: map[string]any{}, log: &strings.Builder{},
	}
	c.changed = sync.NewCond(&c.mu)
	go func() {
		c.status <- lsp.Run(serverIn, serverOut, lsp.Options{
			Version: "test", Solver: func() (*z3.Library, error) { return z3.Load("") },
			Builtin: specs.Module, BuiltinNames: specs.Names(), Formats: []string{"text"},
			Log: syncWriter{&c.mu, c.log}, Patience: solver,
		})
		serverOut.Close()
		serverIn.Close()
	}()
	go c.read(clientIn)
	t.Cleanup(func() {
		clientOut.Close()
		select {
		case <-c.status:
		case <-time.After(patience):
			t.Error("the server outlives its client")
		}
		if t.Failed() {
			c.mu.Lock()
			t.Logf("the server's log:\n%s", c.log)
			c.mu.Unlock()
		}
	})
	return c
}

func (c *client) read(in io.ReadCloser) {
	defer in.Close()
	r := bufio.NewReader(in)
	for {
		length := 0
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				c.mu.Lock()
				c.ended = true
				c.changed.Broadcast()
				c.mu.Unlock()
				return
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
		if _, err := io.ReadFull(r, body); err != nil {
			continue // the next read ends it
		}
		var m object
		if err := json.Unmarshal(body, &m); err != nil {
			c.t.Errorf("the server sent %q", body)
			continue
		}
		c.receive(m)
	}
}

func (c *client) receive(m object) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.changed.Broadcast()
	method, _ := m["method"].(string)
	id, hasID := m["id"]
	switch {
	case method == "":
		if n, ok := id.(float64); ok {
			c.answers[int(n)] = m
		} else {
			c.notes = append(c.notes, m)
		}
	case hasID:
		c.notes = append(c.notes, m)
		go c.raw(object{"jsonrpc": "2.0", "id": id, "result": c.reply[method]})
	default:
		c.notes = append(c.notes, m)
		if method == "textDocument/publishDiagnostics" {
			p := m["params"].(object)
			if _, ok := p["diagnostics"].([]any); !ok {
				c.t.Errorf("diagnostics that are no array: %v", p)
			}
			c.diags[p["uri"].(string)] = p
			c.seen = append(c.seen, p)
		}
	}
}

// raw sends a message.
func (c *client) raw(m object) {
	body, err := json.Marshal(m)
	if err != nil {
		c.t.Error(err)
		return
	}
	c.bytes(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// writing keeps messages whole.
var writing sync.Mutex

func (c *client) bytes(text string) {
	writing.Lock()
	defer writing.Unlock()
	if _, err := io.WriteString(c.out, text); err != nil && !c.t.Failed() {
		c.t.Logf("writing to the server: %v", err)
	}
}

func (c *client) notify(method string, params any) {
	c.raw(object{"jsonrpc": "2.0", "method": method, "params": params})
}

// send sends a request and returns its number.
func (c *client) send(method string, params any) int {
	c.mu.Lock()
	c.next++
	id := c.next
	c.mu.Unlock()
	c.raw(object{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	return id
}

// answer waits for the answer to a request.
func (c *client) answer(id int) object {
	c.t.Helper()
	var m object
	c.wait("an answer", func() bool { m = c.answers[id]; return m != nil })
	c.mu.Lock()
	delete(c.answers, id)
	c.mu.Unlock()
	return m
}

// call sends a request and returns its result, which must be no error.
func (c *client) call(method string, params any) any {
	c.t.Helper()
	m := c.answer(c.send(method, params))
	if e := m["error"]; e != nil {
		c.t.Fatalf("%s: %v", method, e)
	}
	return m["result"]
}

// wait waits until ok holds.
func (c *client) wait(what string, ok func() bool) {
	c.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		c.mu.Lock()
		late = true
		c.changed.Broadcast()
		c.mu.Unlock()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !ok() {
		if late || c.ended {
			c.t.Fatalf("waited in vain for %s; the server's log:\n%s", what, c.log)
		}
		c.changed.Wait()
	}
}

// initialize introduces the client; more is merged into the parameters.
func (c *client) initialize(root string, more object) object {
	c.t.Helper()
	params := object{"processId": os.Getpid(), "rootUri": nil, "capabilities": object{}}
	if root != "" {
		params["rootUri"] = fileURI(root)
	}
	for k, v := range more {
		params[k] = v
	}
	result := c.call("initialize", params).(object)
	c.notify("initialized", object{})
	return result
}

func (c *client) open(uri, text string) {
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "aeon", "version": 1, "text": text}})
}

// replace sends a new text as one change.
func (c *client) replace(uri string, version int, text string) {
	c.notify("textDocument/didChange", object{
		"textDocument": object{"uri": uri, "version": version}, "contentChanges": []any{object{"text": text}},
	})
}

// diagnostics waits for the diagnostics of a version of a file.
func (c *client) diagnostics(uri string, version int) []object {
	c.t.Helper()
	var found []object
	c.wait(fmt.Sprintf("diagnostics of %s, version %d", uri, version), func() bool {
		p := c.diags[uri]
		if p == nil || version > 0 && p["version"] != float64(version) {
			return false
		}
		found = nil
		for _, d := range p["diagnostics"].([]any) {
			found = append(found, d.(object))
		}
		return true
	})
	return found
}

// expect waits until the diagnostics of a version have exactly these codes.
func (c *client) expect(uri string, version int, codes ...string) []object {
	c.t.Helper()
	ds := c.diagnostics(uri, version)
	var got []string
	for _, d := range ds {
		code, _ := d["code"].(string)
		got = append(got, code)
	}
	if strings.Join(got, " ") != strings.Join(codes, " ") {
		c.t.Fatalf("%s, version %d: codes %q, want %q: %v", uri, version, got, codes, ds)
	}
	return ds
}

func fileURI(path string) string { return "file://" + filepath.ToSlash(path) }

// at is a position that a request is about.
func at(uri string, line, character int) object {
	return object{"textDocument": object{"uri": uri}, "position": object{"line": line, "character": character}}
}

// workspace writes files into a folder of their own.
func workspace(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// spec is what most tests check against: reading a private repository taints the
// session, and only an untainted one may publish.
const spec = `linear type Session
type Repo

# Whether what the session has read may not leave.
def sessionTainted : (s: Session) -> Bool := uninterpreted
def repoPrivate : (r: Repo) -> Bool := uninterpreted

def publicRepo : {r:Repo | repoPrivate r = false} := native "public()"
def privateRepo : {r:Repo | repoPrivate r = true} := native "private()"
# Reads a repository.
def repoRead (1 s: Session) (r: Repo) : {s2:Session | sessionTainted s2 = (repoPrivate r || sessionTainted s)} := native "read(s, r)"
def publish (1 s: {s:Session | sessionTainted s = false}) (text: String) : {s2:Session | sessionTainted s2 = sessionTainted s} := native "publish(s, text)"
def closeSession (1 s: Session) : Unit := native "close(s)"

plan (1 s: {s:Session | sessionTainted s = false})
`

const config = "specs = [\"spec.aeon\"]\n"

const goodPlan = "let s := repoRead s publicRepo in\nlet s := publish s \"hello\" in\ncloseSession s\n"

const badPlan = "let s := repoRead s privateRepo in\nlet s := publish s \"hello\" in\ncloseSession s\n"
