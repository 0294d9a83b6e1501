//go:build !unix

package lsp

import "os"

// alive reports whether a process exists: one that does not cannot be opened.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release() // only looked for
	return true
}
