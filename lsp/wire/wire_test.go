package wire_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/aeonc/aeonc/lsp/wire"
)

// faulty panics where it is asked to.
type faulty struct {
	protocol.UnimplementedServer
	mu   sync.Mutex
	seen []string
}

func (f *faulty) Hover(context.Context, *protocol.HoverParams) (*protocol.Hover, error) {
	panic("hover")
}

func (f *faulty) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, string(p.TextDocument.URI))
	if strings.HasSuffix(string(p.TextDocument.URI), "9") {
		panic("save")
	}
	return fmt.Errorf("no")
}

func (f *faulty) Symbols(context.Context, *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	return protocol.SymbolInformationSlice{}, nil
}

// A panic is an error reply, or nothing, and the server lives on; notifications
// arrive one after the other.
func TestPanics(t *testing.T) {
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	f := &faulty{}
	var mu sync.Mutex
	var log []string
	ended := make(chan error, 1)
	go func() {
		ended <- wire.NewConn(serverIn, serverOut).Serve(context.Background(), f, wire.Options{
			Begin: func(ctx context.Context, _ string) (context.Context, error) { return ctx, nil },
			Log: func(text string) {
				mu.Lock()
				defer mu.Unlock()
				log = append(log, text)
			},
		})
	}()
	send := func(text string) { fmt.Fprintf(clientOut, "Content-Length: %d\r\n\r\n%s", len(text), text) }
	in := bufio.NewReader(clientIn)
	receive := func() map[string]any {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "Content-Length: ")))
		if err != nil {
			t.Fatal(err)
		}
		body := make([]byte, n+2)
		if _, err := io.ReadFull(in, body); err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	position := `{"textDocument":{"uri":"file:///x"},"position":{"line":0,"character":0}}`
	send(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":` + position + `}`)
	if e, ok := receive()["error"].(map[string]any); !ok || e["code"] != -32603.0 {
		t.Errorf("%v", e)
	}
	for i := range 30 {
		send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///%d"}}}`, i))
	}
	send(`{"jsonrpc":"2.0","id":"two","method":"workspace/symbol","params":{"query":""}}`)
	if m := receive(); m["id"] != "two" || m["error"] != nil {
		t.Errorf("%v", m)
	}
	f.mu.Lock()
	for i, u := range f.seen {
		if want := fmt.Sprintf("file:///%d", i); u != want {
			t.Errorf("notification %d is %s", i, u)
		}
	}
	if len(f.seen) != 30 {
		t.Errorf("%d notifications", len(f.seen))
	}
	f.mu.Unlock()
	clientOut.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(log) != 31 {
		t.Errorf("%d entries in the log: %q", len(log), log)
	}
}
