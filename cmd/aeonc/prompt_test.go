package main

import "testing"

func TestPrompt(t *testing.T) {
	t.Chdir(files(t, map[string]string{"bad.aeon": "def x : Nothing := native \"x\"\n"}))
	expect(t, aeonc(t, "", "prompt", "--spec", "agent", "--spec", "strict", "--spec", "mail", "--contract", "strict"), 0, "^<!-- aeonc .*, specs sha256:[0-9a-f]{64} -->\n")
	expect(t, aeonc(t, "", "prompt"), 2, "no spec is in force")
	expect(t, aeonc(t, "", "prompt", "--spec", "none.aeon"), 2, "AE904")
	expect(t, aeonc(t, "", "prompt", "--spec", "bad.aeon"), 2, "AE205")
	expect(t, aeonc(t, "", "prompt", "--spec", "strict", "--contract", "none"), 2, "none")
}
