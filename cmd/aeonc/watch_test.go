package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// watched is a process of `aeonc check --watch` and what it has printed since
// it was last asked.
type watched struct {
	t    *testing.T
	cmd  *exec.Cmd
	mu   sync.Mutex
	said bytes.Buffer
}

func (w *watched) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said.Write(text)
}

// startWatching runs aeonc in dir.
func startWatching(t *testing.T, dir string, args ...string) *watched {
	t.Helper()
	file, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{t: t, cmd: exec.Command(file, append([]string{"check", "--watch"}, args...)...)}
	w.cmd.Dir = dir
	w.cmd.Stdout, w.cmd.Stderr = w, w
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	return w
}

// expect waits until the process waits again, and looks for a pattern in what it
// has printed since the last time.
func (w *watched) expect(pattern string) {
	w.t.Helper()
	const waiting = "waiting for a change, Ctrl-C ends\n"
	deadline := time.Now().Add(time.Minute)
	for {
		w.mu.Lock()
		text := w.said.String()
		if strings.HasSuffix(text, waiting) && matches(pattern, text) {
			w.said.Reset()
			w.mu.Unlock()
			return
		}
		w.mu.Unlock()
		if time.Now().After(deadline) {
			w.t.Fatalf("%q was not printed:\n%s", pattern, text)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// interrupt ends the process as Ctrl-C does and returns its status.
func (w *watched) interrupt() int {
	w.t.Helper()
	if err := w.cmd.Process.Signal(os.Interrupt); err != nil {
		w.t.Fatal(err)
	}
	_ = w.cmd.Wait() // its status says more
	return w.cmd.ProcessState.ExitCode()
}

// Whatever changes is noticed: a plan that an editor replaces, a spec, a module
// that the spec imports and that was not there, the prompt, the configuration,
// a new plan in a new folder.
func TestWatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent")
	}
	dir := files(t, map[string]string{
		"spec.aeon": tinySpec, "plans/plan.aeon": goodPlan, "prompt.txt": "hello", "aeonc.toml": "specs = [\"spec.aeon\"]\n",
	})
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := startWatching(t, dir, "--prompt", "prompt.txt", "plans")
	w.expect(`plans/plan\.aeon: verified`)
	write("new.tmp", badPlan)
	if err := os.Rename(filepath.Join(dir, "new.tmp"), filepath.Join(dir, "plans/plan.aeon")); err != nil {
		t.Fatal(err)
	}
	w.expect(`(?s)plans/plan\.aeon changed.*error AE201.*status 1`)
	write("plans/plan.aeon", goodPlan)
	w.expect(`(?s)plans/plan\.aeon changed.*plan\.aeon: verified.*status 0`)
	write("spec.aeon", "open more\n"+tinySpec)
	w.expect(`(?s)spec\.aeon changed.*AE206.*status [12]`)
	write("more.aeon", "def more : Int := 1\n")
	w.expect(`(?s)more\.aeon changed.*plan\.aeon: verified.*status 0`)
	write("prompt.txt", "bye")
	w.expect(`(?s)prompt\.txt changed.*plan\.aeon: verified`)
	write("plans/deep/er/bad.aeon", badPlan)
	w.expect(`(?s)plans/deep/er/bad\.aeon changed.*plans/deep/er/bad\.aeon: rejected`)
	if err := os.RemoveAll(filepath.Join(dir, "plans/deep")); err != nil {
		t.Fatal(err)
	}
	w.expect(`(?s)bad\.aeon changed.*plan\.aeon: verified.*status 0`)
	write("aeonc.toml", "specs = [\"spec.aeon\"\n")
	w.expect(`(?s)aeonc\.toml changed.*status 2`)
	write("aeonc.toml", "specs = [\"spec.aeon\"]\nformat = \"compact\"\n")
	w.expect(`(?s)aeonc\.toml changed.*status 0`)
	write("plans/plan.aeon", badPlan)
	w.expect(`(?s)plans/plan\.aeon:2:6: error AE201.*status 1`)
	if status := w.interrupt(); status != 1 {
		t.Errorf("status %d at the end, want that of the last check", status)
	}
}

func TestWatchRefuses(t *testing.T) {
	t.Chdir(files(t, map[string]string{"spec.aeon": tinySpec, "plan.aeon": goodPlan}))
	expect(t, aeonc(t, "", "check", "--watch", "--spec", "spec.aeon", "-"), 2, "--watch and standard input cannot go together")
	expect(t, aeonc(t, "", "check", "--watch", "--spec", "spec.aeon", "--state-out", "s.json", "plan.aeon"), 2, "--watch and --state-out")
}
