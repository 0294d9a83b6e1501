package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// outcome is what a run of the command left behind.
type outcome struct {
	status         int
	stdout, stderr string
}

func (o outcome) all() string { return o.stdout + o.stderr }

// aeonc runs a command line within the test's process, in the current folder.
func aeonc(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(args, strings.NewReader(stdin), &stdout, &stderr)
	return outcome{status, stdout.String(), stderr.String()}
}

// binary builds the command once for the tests that need a real process.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "aeonc-test-*")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "aeonc")
	cmd := exec.Command("go", "build", "-o", file, ".")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return file, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if file, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(file))
	}
	os.Exit(status)
}

// process runs a command line as a process of its own in dir. A run that takes
// more than ten seconds is a failure in itself. Processor time is what counts,
// because a busy machine runs several tests at once; a run that waits for
// something is ended after a minute.
func process(t *testing.T, dir, stdin string, env []string, args ...string) outcome {
	t.Helper()
	file, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, file, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("aeonc %s: not done after a minute", strings.Join(args, " "))
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); used > 10*time.Second {
		t.Errorf("aeonc %s: took %v", strings.Join(args, " "), used)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// files writes a folder of files and returns it; names may have folders.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	tinySpec = "def show (text: String) : Unit := native \"print(text)\"\n\nplan\n"
	goodPlan = "let text := \"hello\" in\nshow text\n"
	badPlan  = "let text := \"hello\" in\nshow nothing\n"
)
