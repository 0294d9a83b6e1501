// Package wire carries the protocol's messages between a client and a
// protocol.Server. It replaces the stock server of go.lsp.dev/protocol, which
// may reorder notifications and gives up a connection at the first malformed
// message, unknown notification or panic: here notifications are handled one by
// one in the order of the wire, requests on goroutines of their own, and nothing
// that a client sends ends the connection.
package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// maxMessage bounds the body of a message, in bytes. A larger one is passed
// over and answered with an error.
const maxMessage = 64 << 20

// maxHeader bounds a line of a header; what is longer is no header.
const maxHeader = 64 << 10

// stream frames messages with Content-Length headers. A header or a body that
// cannot be understood costs that message and no other: the stream looks for the
// next header.
type stream struct {
	in  *bufio.Reader
	out io.WriteCloser
	mu  sync.Mutex // guards out
	buf []byte
}

func newStream(in io.Reader, out io.WriteCloser) *stream {
	return &stream{in: bufio.NewReaderSize(in, maxHeader), out: out}
}

// Read returns the next message that can be understood; those before it that
// cannot are answered with an error.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		body, err := s.frame()
		if err != nil {
			var malformed *jsonrpc2.Error
			if !errors.As(err, &malformed) {
				return nil, 0, err
			}
			if err := s.refuse(ctx, malformed); err != nil {
				return nil, 0, err
			}
			continue
		}
		msg, err := jsonrpc2.DecodeMessage(body)
		if err == nil {
			return msg, int64(len(body)), nil
		}
		if err := s.refuse(ctx, err); err != nil {
			return nil, 0, err
		}
	}
}

// refuse answers a message whose id is not known.
func (s *stream) refuse(ctx context.Context, reason error) error {
	_, err := s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, reason))
	return err
}

// frame reads one body. An *jsonrpc2.Error is about this frame alone; other
// errors end the stream.
func (s *stream) frame() ([]byte, error) {
	length := -1
	for {
		line, err := s.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			continue // no header is so long: skip it piece by piece
		}
		if err != nil {
			if len(bytes.TrimSpace(line)) > 0 && errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length >= 0 {
				break
			}
			continue // a stray line end between messages, or a header without a length
		}
		if n, ok := contentLength(text); ok {
			length = n
		}
	}
	if length > maxMessage {
		if _, err := io.CopyN(io.Discard, s.in, int64(length)); err != nil {
			return nil, err
		}
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a message of %d bytes is over the limit of %d", length, maxMessage)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(s.in, body); err != nil {
		return nil, err
	}
	return body, nil
}

// contentLength reads the header that gives a body's length. The header may be
// preceded by the rest of a body whose own header was wrong, so it is looked
// for from the end of the line.
func contentLength(line string) (int, bool) {
	const name = "content-length:"
	at := strings.LastIndex(strings.ToLower(line), name)
	if at < 0 {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(line[at+len(name):]))
	return n, err == nil && n >= 0
}

// Write sends one message as one piece.
func (s *stream) Write(ctx context.Context, msg jsonrpc2.Message) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	body := jsonrpc2.AppendMessage(nil, msg)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buf = append(s.buf[:0], "Content-Length: "...)
	s.buf = strconv.AppendInt(s.buf, int64(len(body)), 10)
	s.buf = append(s.buf, "\r\n\r\n"...)
	s.buf = append(s.buf, body...)
	n, err := s.out.Write(s.buf)
	if cap(s.buf) > 1<<20 {
		s.buf = nil
	}
	return int64(n), err
}

// Close closes the way to the client.
func (s *stream) Close() error { return s.out.Close() }
