// Package lsp is the language server: it holds the documents of an editor, has
// the checker judge them as `aeonc check` would, and answers what the editor
// asks about them.
//
// Notifications arrive one by one and change the server's view, which is
// immutable: a request works on the view that was current when it was sent,
// whatever is typed meanwhile. A document is checked in the background; an edit
// breaks the running check off. What is shown of a document is of its newest
// version or not shown at all.
package lsp

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/aeonc/aeonc/lsp/text"
	"github.com/aeonc/aeonc/lsp/wire"
	"github.com/aeonc/aeonc/smt/z3"
)

// Options are what a server needs from the program that it is part of.
type Options struct {
	// Version of aeonc, for the client's log.
	Version string
	// Solver loads libz3. It is called once, in the background.
	Solver func() (*z3.Library, error)
	// Builtin, BuiltinNames and Formats: see checker.Config and config.Options.
	Builtin      func(module string) (string, bool)
	BuiltinNames []string
	Formats      []string
	// Log takes what went wrong, line by line; it must not be the client's pipe.
	Log io.Writer
	// Patience is how long a hover or a completion waits for the solver; 0 is a
	// second. What is not known by then is left out.
	Patience time.Duration
}

// defaultPatience is what a user waits for without asking what is wrong.
const defaultPatience = time.Second

// soon is a context for what a user waits for with the cursor in place.
func (s *Server) soon(ctx context.Context) (context.Context, context.CancelFunc) {
	patience := s.Patience
	if patience == 0 {
		patience = defaultPatience
	}
	return context.WithTimeout(ctx, patience)
}

// Server is one session with a client.
type Server struct {
	protocol.UnimplementedServer
	Options
	conn   *wire.Conn
	client protocol.Client

	// stop ends everything that was started for the session.
	ctx  context.Context
	stop context.CancelFunc
	// work bounds how many checks run at the same time.
	work chan struct{}

	solver  func() (*z3.Library, error)
	files   files
	scratch scratch

	encoding text.Encoding
	caps     capabilities

	mu     sync.Mutex // guards what follows
	view   *view
	checks map[uri.URI]*check
	// specChecks are the checks of the specs, by project.
	specChecks map[*project]*specCheck
	// published are the files whose diagnostics the client was given.
	published map[uri.URI]bool
	// kept are the checks that have kept their solvers, the oldest first.
	kept   []*check
	serial int64

	// here is what was found out for the last completion.
	heres  sync.Mutex
	here   *here
	hereOf *project

	initialized atomic.Bool
	shutdown    atomic.Bool
	// publishing keeps diagnostics in the order in which they came to be.
	publishing sync.Mutex
	logMu      sync.Mutex
}

// Run serves a client over two pipes until it says goodbye, closes its end, or
// its process is gone, and returns the exit status that the protocol asks for:
// 0 after a shutdown request, else 1.
func Run(in io.Reader, out io.WriteCloser, o Options) int {
	s := newServer(o)
	defer s.scratch.remove()
	defer func() {
		s.stop()
		go s.release() // nobody waits for it, a process that ends least of all
	}()
	s.conn = wire.NewConn(in, out)
	s.client = s.conn.Client
	go s.solver() // loading takes a few milliseconds, in which the client introduces itself
	served := make(chan error, 1)
	go func() {
		served <- s.conn.Serve(s.ctx, s, wire.Options{Begin: s.begin, Log: s.log})
	}()
	select {
	case err := <-served:
		if err != nil {
			s.log(err.Error())
		}
	case <-s.ctx.Done():
	}
	if s.shutdown.Load() {
		return 0
	}
	return 1
}

func newServer(o Options) *Server {
	s := &Server{
		Options:    o,
		work:       make(chan struct{}, max(1, runtime.GOMAXPROCS(0))),
		solver:     sync.OnceValues(o.Solver),
		checks:     map[uri.URI]*check{},
		specChecks: map[*project]*specCheck{},
		published:  map[uri.URI]bool{},
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.view = &view{docs: map[uri.URI]*document{}}
	return s
}

// release frees the solvers of a server that is done: a program that holds several,
// as tests do, has more to do.
func (s *Server) release() {
	s.mu.Lock()
	v, kept := s.view, s.kept
	s.mu.Unlock()
	for _, c := range kept {
		c.free()
	}
	for _, p := range v.projects {
		p.close()
	}
	for _, p := range v.solo {
		p.close()
	}
}

// log writes to the server's own log.
func (s *Server) log(text string) {
	if s.Log == nil {
		return
	}
	s.logMu.Lock()
	defer s.logMu.Unlock()
	fmt.Fprintln(s.Log, text)
}

type viewKey struct{}

// begin gives a request the view that was current when it was sent.
func (s *Server) begin(ctx context.Context, method string) (context.Context, error) {
	if err := s.ready(method); err != nil {
		return ctx, err
	}
	return context.WithValue(ctx, viewKey{}, s.now()), nil
}

// now is the current view.
func (s *Server) now() *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view
}

// at is the view that belongs to a request.
func (s *Server) at(ctx context.Context) *view {
	if v, ok := ctx.Value(viewKey{}).(*view); ok {
		return v
	}
	return s.now()
}

// workingDirectory is where a configuration is looked for when the client has no
// folder open.
func workingDirectory() string {
	wd, err := os.Getwd()
	if err != nil {
		return string(os.PathSeparator)
	}
	return wd
}
