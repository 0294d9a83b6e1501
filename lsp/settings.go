package lsp

import (
	"encoding/json"

	"go.lsp.dev/protocol"
)

// settings are what the client's user set under "aeonc". They replace the keys of
// aeonc.toml as the flags of the command line do.
type settings struct {
	Specs    []string `json:"specs"`
	SpecPath []string `json:"specPath"`
	Contract string   `json:"contract"`
	Strict   *bool    `json:"strict"`
	Timeout  string   `json:"timeout"`
	// Hints can be turned off kind by kind.
	Hints hintSettings `json:"hints"`
}

// hintSettings say which inlay hints are shown; what is not said is on.
type hintSettings struct {
	Types      *bool `json:"types"`
	State      *bool `json:"state"`
	Parameters *bool `json:"parameters"`
	Invariants *bool `json:"invariants"`
}

func on(b *bool) bool { return b == nil || *b }

// readSettings reads what a client sends: the section itself, or an object that
// holds it under "aeonc". What cannot be read is reported and leaves old as it is.
func (s *Server) readSettings(raw []byte, old settings) settings {
	if len(raw) == 0 || string(raw) == "null" {
		return old
	}
	var whole struct {
		Aeonc json.RawMessage `json:"aeonc"`
	}
	if err := json.Unmarshal(raw, &whole); err == nil && len(whole.Aeonc) > 0 && string(whole.Aeonc) != "null" {
		raw = whole.Aeonc
	}
	if string(raw) == "[]" {
		raw = []byte("{}") // an empty table, as Lua writes it
	}
	st := settings{}
	if err := json.Unmarshal(raw, &st); err != nil {
		s.tell(protocol.MessageTypeWarning, "the settings of aeonc cannot be read: "+err.Error())
		return old
	}
	return st
}

// tell shows the user a message.
func (s *Server) tell(kind protocol.MessageType, text string) {
	s.log(text)
	_ = s.client.ShowMessage(s.ctx, &protocol.ShowMessageParams{Type: kind, Message: text}) // the client may be gone
}
