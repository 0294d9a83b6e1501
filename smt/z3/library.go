package z3

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Environment is the variable that names the libz3 to load.
const Environment = "AEONC_Z3"

// A Library is a loaded libz3.
type Library struct {
	api     api
	path    string
	version string
	handler uintptr // C entry of the error handler

	mu      sync.Mutex
	solvers map[uintptr]*Solver // by context, for the error handler

	stringsOnce sync.Once
	stringsErr  error // why this libz3 cannot be trusted with strings
}

// NotFoundError says that no libz3 could be loaded, and what was tried.
type NotFoundError struct {
	Tried []Attempt
}

// An Attempt is one library that could not be loaded, and why.
type Attempt struct {
	Path string
	Err  error
}

func (e *NotFoundError) Error() string {
	var b strings.Builder
	b.WriteString("libz3 not found; tried")
	for i, a := range e.Tried {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(" " + a.Path)
	}
	if len(e.Tried) == 1 {
		b.WriteString(": " + e.Tried[0].Err.Error())
	}
	return b.String()
}

// Unwrap returns the reasons of all attempts.
func (e *NotFoundError) Unwrap() []error {
	errs := make([]error, len(e.Tried))
	for i, a := range e.Tried {
		errs[i] = a.Err
	}
	return errs
}

// Load loads libz3 from path; if that is empty, from the file that the
// environment variable AEONC_Z3 names; if there is none, from the usual names
// and places of the operating system. A path or variable that is set is
// the only one tried. The error is a *NotFoundError.
//
// The library stays loaded until the process ends. Loading it once is enough;
// a process that calls Load hundreds of times runs out of callbacks.
func Load(path string) (*Library, error) {
	candidates := []string{path}
	if path == "" {
		candidates[0] = os.Getenv(Environment)
	}
	places := slices.Values(candidates)
	if candidates[0] == "" {
		places = usualPlaces
	}
	notFound := new(NotFoundError)
	for c := range places {
		l, err := load(c)
		if err == nil {
			return l, nil
		}
		notFound.Tried = append(notFound.Tried, Attempt{c, err})
	}
	return nil, notFound
}

// usualPlaces yields what to try, plain names (which the loader looks up) first;
// folders are searched only when those fail.
func usualPlaces(yield func(string) bool) {
	var places, globs []string
	switch runtime.GOOS {
	case "windows":
		places = []string{"libz3.dll", "z3.dll"}
	case "darwin":
		places = []string{"libz3.dylib", "/opt/homebrew/lib/libz3.dylib", "/usr/local/lib/libz3.dylib", "/opt/local/lib/libz3.dylib"}
		globs = []string{"/opt/homebrew/lib/libz3.*.dylib", "/usr/local/lib/libz3.*.dylib"}
	default:
		places = []string{"libz3.so.4", "libz3.so"}
		globs = []string{"/usr/lib/*/libz3.so.*", "/usr/lib64/libz3.so.*", "/usr/lib/libz3.so.*", "/usr/local/lib/libz3.so*"}
	}
	for _, p := range places {
		if !yield(p) {
			return
		}
	}
	for _, g := range globs {
		found, _ := filepath.Glob(g)
		for _, p := range found {
			if !yield(p) {
				return
			}
		}
	}
}

// load loads one library and checks that it is libz3.
func load(path string) (*Library, error) {
	if strings.ContainsRune(path, 0) {
		return nil, errors.New("NUL in path")
	}
	handle, err := openLibrary(path)
	if err != nil {
		return nil, err
	}
	l := &Library{path: path, solvers: make(map[uintptr]*Solver)}
	for _, s := range l.api.symbols() {
		*s.entry, err = lookup(handle, s.name)
		if err != nil && !s.optional {
			return nil, fmt.Errorf("not a usable libz3: it has no %s", s.name)
		}
	}
	var v [4]uint32
	purego.SyscallN(l.api.getVersion,
		uintptr(unsafe.Pointer(&v[0])), uintptr(unsafe.Pointer(&v[1])), uintptr(unsafe.Pointer(&v[2])), uintptr(unsafe.Pointer(&v[3])))
	l.version = fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2])
	purego.SyscallN(l.api.toggleWarningMessages, 0)
	l.handler = purego.NewCallback(l.onError)
	return l, nil
}

// Version returns the version of the library, such as "4.8.12".
func (l *Library) Version() string { return l.version }

// Path returns the name under which the library was loaded.
func (l *Library) Path() string { return l.path }

// onError is what Z3 calls on an error, within the API call that fails and on
// its thread. Z3's own handler would end the process.
func (l *Library) onError(context, code uintptr) uintptr {
	l.mu.Lock()
	s := l.solvers[context]
	l.mu.Unlock()
	if s != nil {
		s.errorCode = uint32(code)
	}
	return 0
}

func (l *Library) register(context uintptr, s *Solver) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.solvers[context] = s
}

func (l *Library) unregister(context uintptr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.solvers, context)
}
