package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Options connect a server to its client.
type Options struct {
	// Begin is called in the order of the wire before each request is handled; the
	// context it returns is the request's, an error is the answer. It is where a
	// request gets hold of the documents as they were when it was sent.
	Begin func(ctx context.Context, method string) (context.Context, error)
	// Log is told what went wrong without the client having asked: a notification
	// that failed, a panic with its stack.
	Log func(text string)
}

// Conn is a connection to a client.
type Conn struct {
	Client protocol.Client
	conn   jsonrpc2.Conn
}

// NewConn prepares a connection over two pipes.
func NewConn(in io.Reader, out io.WriteCloser) *Conn {
	c := jsonrpc2.NewConn(newStream(in, out), jsonrpc2.WithCodec(codec{}))
	return &Conn{Client: protocol.ClientDispatcher(c), conn: c}
}

// Notify sends a notification that is no part of the protocol.
func (c *Conn) Notify(ctx context.Context, method string, params any) error {
	return c.conn.Notify(ctx, method, params)
}

// Serve handles messages until the client closes its end, or ctx is canceled and
// one more message arrives. The error is that of the pipe, nil at its end.
func (c *Conn) Serve(ctx context.Context, server protocol.Server, o Options) error {
	d := &dispatcher{
		Options: o, running: map[jsonrpc2.ID]context.CancelFunc{},
		handler: protocol.ServerHandler(server, jsonrpc2.MethodNotFoundHandler),
	}
	c.conn.Go(ctx, d.dispatch)
	<-c.conn.Done()
	return c.conn.Err()
}

// dispatcher decides where and when messages are handled.
type dispatcher struct {
	Options
	handler jsonrpc2.Handler

	mu sync.Mutex // guards running
	// running are the requests that can be canceled. They are kept here and not by
	// protocol.CancelHandler, which derives contexts from one that jsonrpc2 recycles
	// while the context package still looks at it.
	running map[jsonrpc2.ID]context.CancelFunc
}

// dispatch handles notifications where they are, one after the other, and
// requests on goroutines of their own.
func (d *dispatcher) dispatch(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	method := string(append([]byte{}, req.Method()...)) // borrowed from the wire
	if !req.IsCall() {
		err := d.notification(jsonrpc2.DetachContext(ctx), method, req)
		if err != nil && !errors.Is(err, jsonrpc2.ErrMethodNotFound) && !errors.Is(err, jsonrpc2.ErrInternal) {
			d.Log(fmt.Sprintf("%s: %v", method, err))
		}
		return nil, nil // an error here would end the connection
	}
	inner, err := d.Begin(jsonrpc2.DetachContext(ctx), method)
	if err != nil {
		return nil, err
	}
	inner, cancel := context.WithCancel(inner)
	defer cancel()
	id := req.ID()
	d.mu.Lock()
	d.running[id] = cancel
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		delete(d.running, id)
		d.mu.Unlock()
	}()
	// These change what later messages mean, so they keep their place.
	if method != protocol.MethodInitialize && method != protocol.MethodShutdown {
		jsonrpc2.Async(ctx)
	}
	result, err := d.guarded(inner, method, req)
	if err != nil && inner.Err() != nil {
		err = protocol.ErrRequestCancelled
	}
	return result, err
}

func (d *dispatcher) notification(ctx context.Context, method string, req *jsonrpc2.Request) error {
	switch method {
	case protocol.MethodCancelRequest:
		return d.cancel(req.Params())
	case protocol.MethodTextDocumentDidOpen:
		ctx = context.WithValue(ctx, uriKey{}, documentURI(req.Params()))
	}
	_, err := d.guarded(ctx, method, req)
	return err
}

// cancel handles $/cancelRequest.
func (d *dispatcher) cancel(raw []byte) error {
	var params protocol.CancelParams
	if err := protocol.Unmarshal(raw, &params); err != nil {
		return err
	}
	var id jsonrpc2.ID
	switch n := params.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(n))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(n))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if cancel := d.running[id]; cancel != nil {
		cancel()
	}
	return nil
}

// guarded handles a message and turns a panic into an error.
func (d *dispatcher) guarded(ctx context.Context, method string, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			d.Log(fmt.Sprintf("%s failed: %v\n%s", method, r, debug.Stack()))
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed: %v", method, r)
		}
	}()
	result, err = d.handler(ctx, req)
	if errors.Is(err, jsonrpc2.ErrParse) {
		err = jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", method, err)
	}
	return result, err
}

type uriKey struct{}

// DocumentURI is the URI of a document that is being opened, as the client wrote
// it: decoding makes "file:///C:/x" of it into "file:///c%3A/x",
// and a client knows its document by no other spelling than its own.
func DocumentURI(ctx context.Context) string {
	uri, _ := ctx.Value(uriKey{}).(string)
	return uri
}

func documentURI(params []byte) string {
	var p struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return "" // the decoder of the protocol will say so
	}
	return p.TextDocument.URI
}

// codec encodes what messages carry with the protocol's own encoders.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	switch v := v.(type) {
	case jsonrpc2.RawMessage:
		return v, nil
	case json.RawMessage:
		return v, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append(jsonrpc2.RawMessage{}, data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
