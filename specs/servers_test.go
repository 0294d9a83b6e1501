package specs_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/aeonc/aeonc/lang/diag"
)

// servers are calls of tools of widely used servers as they come, with the built-in spec
// that has functions for them.
var servers = map[string]struct {
	spec  string
	calls []call
}{
	"gmail": {"mail", []call{
		{"search_emails", `{"query":"is:unread","maxResults":10}`},
		{"read_email", `{"messageId":"m1"}`},
		{"list_email_labels", `{}`},
		{"draft_email", `{"to":["ann@example.com"],"subject":"Hi","body":"Hello","mimeType":"text/plain"}`},
		{"modify_email", `{"messageId":"m1","addLabelIds":["L1"],"removeLabelIds":["UNREAD"]}`},
		{"delete_email", `{"messageId":"m1"}`},
		{"send_email", `{"to":["ann@example.com"],"subject":"Hi","body":"Hello"}`},
	}},
	"slack": {"slack", []call{
		{"channels_list", `{"channel_types":"public_channel","limit":20}`},
		{"conversations_history", `{"channel_id":"C01","limit":"1d"}`},
		{"conversations_replies", `{"channel_id":"C01","thread_ts":"1700000000.1"}`},
		{"conversations_search_messages", `{"search_query":"key","filter_in_channel":"general"}`},
		{"users_search", `{"query":"ann"}`},
		{"attachment_get_data", `{"file_id":"F01"}`},
		{"conversations_add_message", `{"channel_id":"C01","text":"hello","thread_ts":"1700000000.1"}`},
		{"reactions_add", `{"channel_id":"C01","timestamp":"1700000000.1","emoji":"eyes"}`},
	}},
	"filesystem": {"files", []call{
		{"read_text_file", `{"path":"/workspace/a.txt","head":10}`},
		{"read_file", `{"path":"/workspace/a.txt"}`},
		{"list_directory", `{"path":"/workspace/docs"}`},
		{"list_directory_with_sizes", `{"path":"/workspace/docs","sortBy":"name"}`},
		{"directory_tree", `{"path":"/workspace/docs"}`},
		{"search_files", `{"path":"/workspace/docs","pattern":"*.md","excludePatterns":["x"]}`},
		{"create_directory", `{"path":"/workspace/new"}`},
		{"write_file", `{"path":"/workspace/a.txt","content":"hello"}`},
		{"move_file", `{"source":"/workspace/a.txt","destination":"/workspace/b.txt"}`},
	}},
	"fetch": {"web", []call{
		{"fetch", `{"url":"https://example.org/","max_length":5000,"raw":false}`},
	}},
}

// TestServers: each call is a call of the spec's functions, of a tool that the server has.
func TestServers(t *testing.T) {
	for server, c := range servers {
		t.Run(server, func(t *testing.T) {
			text, err := os.ReadFile("../testdata/mcp/" + server + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var list struct{ Result struct{ Tools []toolSchema } }
			if err := json.Unmarshal(text, &list); err != nil {
				t.Fatal(err)
			}
			spec := run{specs: []string{"strict", c.spec}}.load(t)
			defer spec.Close()
			contract, d := spec.Contract("strict", diag.Span{})
			if d != nil {
				t.Fatal(d)
			}
			for _, x := range c.calls {
				if !slices.ContainsFunc(list.Result.Tools, func(s toolSchema) bool { return s.Name == x.tool }) {
					t.Errorf("the server has no tool %s", x.tool)
				}
				if _, ds := translated(spec, contract, x.tool, x.args); len(ds) > 0 {
					t.Errorf("%s: %v %v", x.tool, ds[0], ds[0].Notes)
				}
			}
		})
	}
}

// TestServersTogether: traces over several servers, under both presets.
func TestServersTogether(t *testing.T) {
	fetch := call{"fetch", `{"url":"https://example.org/page"}`}
	read := call{"read_text_file", `{"path":"/workspace/notes.txt"}`}
	inbox := call{"read_file", `{"path":"/workspace/inbox/page.html"}`}
	mail := call{"read_email", `{"messageId":"m1"}`}
	send := call{"send_email", `{"to":["ann@example.com"],"subject":"Hi","body":"Hello"}`}
	write := call{"write_file", `{"path":"/workspace/a.txt","content":"hello"}`}
	history := call{"conversations_history", `{"channel_id":"C01"}`}
	post := call{"conversations_add_message", `{"channel_id":"C01","text":"hello"}`}
	for _, c := range []struct {
		name, contract, prompt string
		calls                  []call
		at                     string
	}{
		{"a page, then a mail", "strict", "", []call{fetch, send}, ""},
		{"a mail, then a page", "strict", "", []call{mail, fetch}, "fetch"},
		{"a mail to whom the user typed", "balanced", "Write to ann@example.com.", []call{mail, send}, ""},
		{"a mail to whom nobody typed", "balanced", "", []call{mail, send}, "send_email"},
		{"keys of the machine", "strict", "", []call{{"read_file", `{"path":"/home/ann/.aws/credentials"}`}}, "read_file"},
		{"a note after a note", "strict", "", []call{read, write}, ""},
		{"a note after a download", "strict", "", []call{inbox, write}, "write_file"},
		{"a post after a history", "strict", "", []call{history, post}, "conversations_add_message"},
		{"a post where the user said", "balanced", "Say hello in C01", []call{history, post}, ""},
		{"a post where nobody said", "balanced", "", []call{history, post}, "conversations_add_message"},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := run{specs: []string{"strict", "balanced", "mail", "slack", "files", "web"}}.load(t)
			defer spec.Close()
			at, ds := checkedTrace(t, spec, c.contract, c.prompt, traces(c.calls)["MCP"])
			if c.at == "" && len(ds) > 0 || c.at != "" && at != c.at {
				t.Errorf("rejected at %q, want %q: %v", at, c.at, ds)
			}
		})
	}
}
