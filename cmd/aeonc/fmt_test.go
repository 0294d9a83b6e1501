package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFmt(t *testing.T) {
	const messy, broken = "let   text:=\"hello\"   in\n\n\n\nshow    text", "let text := in show (\n"
	t.Chdir(files(t, map[string]string{"a.aeon": messy, "b.aeon": messy, "broken.aeon": broken, "sub/c.ae": messy}))
	neat := aeonc(t, messy, "fmt", "-")
	if neat.status != 0 || neat.stdout == messy || !strings.HasSuffix(neat.stdout, "\n") {
		t.Fatalf("%+v", neat)
	}
	if again := aeonc(t, neat.stdout, "fmt", "-"); again.stdout != neat.stdout {
		t.Errorf("not idempotent: %q then %q", neat.stdout, again.stdout)
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	expect(t, aeonc(t, "", "fmt", "--check", "a.aeon", "sub"), 1, `^a\.aeon\nsub/c\.ae\n$`)
	expect(t, aeonc(t, messy, "fmt", "--check", "-"), 1, "")
	expect(t, aeonc(t, neat.stdout, "fmt", "--check", "-"), 0, "^$")
	if read("a.aeon") != messy {
		t.Error("--check wrote")
	}

	if err := os.Chmod("a.aeon", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b.aeon", "link.aeon"); err != nil {
		t.Fatal(err)
	}
	expect(t, aeonc(t, "", "fmt", "a.aeon", "link.aeon", "broken.aeon", "sub"), 1, `(?s)a\.aeon\nlink\.aeon\nsub/c\.ae\n.*broken\.aeon:\d+:\d+: error AE10`)
	for _, name := range []string{"a.aeon", "b.aeon", filepath.Join("sub", "c.ae")} {
		if read(name) != neat.stdout {
			t.Errorf("%s is %q", name, read(name))
		}
	}
	if read("broken.aeon") != broken {
		t.Error("a file with a syntax error was changed")
	}
	if info, _ := os.Stat("a.aeon"); info.Mode().Perm() != 0o600 {
		t.Errorf("permissions are %v now", info.Mode())
	}
	if info, _ := os.Lstat("link.aeon"); info.Mode()&os.ModeSymlink == 0 {
		t.Error("a link was replaced by a file")
	}
	expect(t, aeonc(t, "", "fmt", "a.aeon"), 0, "^$")
	if left, _ := filepath.Glob(".aeonc-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestWriteAtomically(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	if err := writeAtomically(file, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := writeAtomically(file, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(file); string(text) != "two" {
		t.Errorf("%q", text)
	}
	if err := writeAtomically(dir, []byte("three")); err == nil {
		t.Error("a folder was overwritten")
	}
	if err := writeAtomically(os.DevNull, []byte("four")); err != nil {
		t.Errorf("a device: %v", err)
	}
}
