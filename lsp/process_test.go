package lsp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aeonc/aeonc/lsp"
	"github.com/aeonc/aeonc/smt/z3"
	"github.com/aeonc/aeonc/specs"
)

// asServer makes the test binary a language server.
const asServer = "AEONC_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		os.Exit(lsp.Run(os.Stdin, os.Stdout, lsp.Options{
			Version: "test", Solver: func() (*z3.Library, error) { return z3.Load("") },
			Builtin: specs.Module, BuiltinNames: specs.Names(), Log: os.Stderr,
		}))
	}
	os.Exit(m.Run())
}

// process is a server in a process of its own.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startProcess(t *testing.T) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: exec.Command(self)}
	p.cmd.Env = append(os.Environ(), asServer+"=1")
	p.cmd.Stderr = io.Discard
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() }) // it has usually ended
	return p
}

func (p *process) send(m object) {
	body, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(p.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		p.t.Fatal(err)
	}
}

// until reads messages until one satisfies ok.
func (p *process) until(ok func(object) bool) {
	p.t.Helper()
	for {
		length := 0
		for {
			line, err := p.out.ReadString('\n')
			if err != nil {
				p.t.Fatal("the server has ended: ", err)
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if n, is := strings.CutPrefix(line, "Content-Length: "); is {
				length, _ = strconv.Atoi(n)
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(p.out, body); err != nil {
			p.t.Fatal(err)
		}
		var m object
		if err := json.Unmarshal(body, &m); err != nil {
			p.t.Fatal(err)
		}
		if ok(m) {
			return
		}
	}
}

// busy introduces a client and has the server check a plan that takes long.
func (p *process) busy(client int) {
	dir := workspace(p.t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	p.send(object{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": object{
		"processId": client, "rootUri": fileURI(dir), "capabilities": object{},
	}})
	p.send(object{"jsonrpc": "2.0", "method": "initialized", "params": object{}})
	uri := fileURI(filepath.Join(dir, "plan.aeon"))
	p.send(object{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": object{"textDocument": object{
		"uri": uri, "languageId": "aeon", "version": 1, "text": slow() + strings.Repeat("# \n", 10),
	}}})
	p.until(func(m object) bool {
		params, _ := m["params"].(object)
		return m["method"] == "aeonc/verdict" && params["uri"] == uri && params["verdict"] == "checking"
	})
}

func (p *process) ends() {
	p.t.Helper()
	done := make(chan error, 1)
	go func() {
		_, _ = io.Copy(io.Discard, p.out)
		done <- p.cmd.Wait()
	}()
	select {
	case <-done:
	case <-time.After(patience):
		p.t.Error("the server outlives its client")
	}
}

// The server ends with its client: when the pipe ends, and when the client's
// process is gone although something still holds the pipe; a running check keeps
// it from neither.
func TestClientDies(t *testing.T) {
	t.Run("its pipe ends", func(t *testing.T) {
		p := startProcess(t)
		p.busy(os.Getpid())
		if err := p.in.Close(); err != nil {
			t.Fatal(err)
		}
		p.ends()
	})
	t.Run("its process is killed", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("needs sleep")
		}
		client := exec.Command("sleep", "1000")
		if err := client.Start(); err != nil {
			t.Skip("needs sleep: ", err)
		}
		p := startProcess(t)
		p.busy(client.Process.Pid)
		if err := client.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = client.Wait() // it was killed
		p.ends()
	})
	t.Run("it asks for the end", func(t *testing.T) {
		p := startProcess(t)
		p.busy(os.Getpid())
		p.send(object{"jsonrpc": "2.0", "id": 2, "method": "shutdown"})
		p.until(func(m object) bool { return m["id"] == 2.0 })
		p.send(object{"jsonrpc": "2.0", "method": "exit"})
		p.ends()
		if code := p.cmd.ProcessState.ExitCode(); code != 0 {
			t.Errorf("status %d", code)
		}
	})
}

// What is shown of documents lies in one folder, one file each, which goes with the
// server.
func TestShownFiles(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TEMP", temp)
	dir := workspace(t, map[string]string{"aeonc.toml": config, "spec.aeon": spec})
	c := start(t)
	c.initialize(dir, object{"capabilities": object{"window": object{"showDocument": object{"support": true}}}})
	var paths []string
	for i, name := range []string{"a/plan.aeon", "b/plan.aeon", "a/plan.aeon"} {
		uri := fileURI(filepath.Join(dir, name))
		c.open(uri, goodPlan)
		c.expect(uri, 1)
		c.call("workspace/executeCommand", object{"command": "aeonc.vc", "arguments": []any{uri}})
		c.wait("a document to be shown", func() bool {
			paths = nil
			for _, n := range c.notes {
				if n["method"] == "window/showDocument" {
					paths = append(paths, strings.TrimPrefix(n["params"].(object)["uri"].(string), "file://"))
				}
			}
			return len(paths) == i+1
		})
	}
	if paths[0] == paths[1] || paths[0] != paths[2] {
		t.Errorf("%q", paths)
	}
	if text, err := os.ReadFile(paths[1]); err != nil || !strings.Contains(string(text), "# plan.aeon: ") {
		t.Errorf("%s, %v", text, err)
	}
	if entries, err := os.ReadDir(temp); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	c.call("shutdown", nil)
	c.notify("exit", nil)
	c.status <- <-c.status
	if entries, err := os.ReadDir(temp); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
