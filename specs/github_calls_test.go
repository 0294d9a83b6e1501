package specs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aeonc/aeonc/calls"
	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/checker/core"
	"github.com/aeonc/aeonc/lang/diag"
)

// allOfGitHub are the specs of GitHub's whole server, under a preset.
func allOfGitHub(preset string) []string {
	return append([]string{preset}, githubModules()...)
}

// TestGitHubWires: docs/github-tools.md lists for each tool just the functions that
// `--calls` takes for it.
func TestGitHubWires(t *testing.T) {
	spec := run{specs: allOfGitHub("strict")}.load(t)
	defer spec.Close()
	stands := map[string][]string{}
	for _, g := range spec.Exports() {
		for _, tool := range calls.ToolsOf(g) {
			stands[tool] = append(stands[tool], g.Name)
		}
	}
	main, _ := tables(t, "../docs/github-tools.md")
	for _, row := range main {
		tool := strings.Trim(row[0], "`")
		for _, name := range names(row[1]) {
			if !slices.Contains(stands[tool], name) && !plansOnly[name] {
				t.Errorf("%s: `--calls` does not take %s for it", tool, name)
			}
		}
		for _, name := range stands[tool] {
			if !slices.Contains(names(row[1]), name) {
				t.Errorf("%s: the page does not tell that `--calls` takes %s for it", tool, name)
			}
		}
	}
}

// plansOnly are functions for what a tool call does in another shape.
var plansOnly = map[string]bool{
	"update_pull_request_base": true, "update_project_items": true,
	"update_issue_assignees_approved": true, "request_pull_request_reviewers_approved": true,
}

// schema is what the list of tools says of a value.
type schema struct {
	Type       any
	Enum       []any
	Properties map[string]schema
	Required   []string
	Items      *schema
	Minimum    *float64
}

// sample is a value that a schema allows.
func (s schema) sample() any {
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.Type {
	case "number", "integer":
		return 7
	case "boolean":
		return false
	case "array":
		if s.Items == nil {
			return []any{}
		}
		return []any{s.Items.sample()}
	case "object":
		return s.object(nil)
	}
	return "x"
}

// object has what is required, and what else is given.
func (s schema) object(more map[string]any) map[string]any {
	out := map[string]any{}
	for _, key := range s.Required {
		out[key] = s.Properties[key].sample()
	}
	for key, v := range more {
		out[key] = v
	}
	return out
}

// refused are the tools, or cases of them, that no list of calls can make without more,
// with what it is told.
var refused = map[string]string{
	"set_issue_fields":                    "the spec wants",       // values of several shapes
	"projects_write update_project_items": "with these arguments", // a value for each item
	"ui_get":                              "stands for the tool",  // forms of a client
	// These end what others rely on: always with an approval.
	"delete_pending_pull_request_review":                 "none is at hand",
	"pull_request_review_write delete_pending":           "none is at hand",
	"delete_repository":                                  "none is at hand",
	"label_write delete":                                 "none is at hand",
	"discussion_comment_write update":                    "none is at hand",
	"discussion_comment_write delete":                    "none is at hand",
	"actions_run_trigger delete_workflow_run_logs":       "none is at hand",
	"manage_notification_subscription ignore":            "none is at hand",
	"manage_notification_subscription delete":            "none is at hand",
	"manage_repository_notification_subscription ignore": "none is at hand",
	"manage_repository_notification_subscription delete": "none is at hand",
	"projects_write delete_project_item":                 "none is at hand",
	"projects_write delete_project_view":                 "none is at hand",
}

// besides are arguments that a tool, or a case of it, needs besides those that its
// schema requires.
var besides = map[string]string{
	"actions_run_trigger run_workflow":            `{"workflow_id":"ci.yml","ref":"main","inputs":{"n":1}}`,
	"actions_run_trigger":                         `{"run_id":7}`,
	"add_comment_to_pending_review":               `{"subjectType":"LINE","line":3}`,
	"add_pull_request_review_comment":             `{"subjectType":"LINE","line":3,"side":"LEFT"}`,
	"add_issue_comment":                           `{"body":"thanks"}`,
	"add_reply_to_pull_request_comment":           `{"body":"thanks","pullNumber":3}`,
	"discussion_comment_write":                    `{"owner":"x","repo":"x","discussionNumber":3,"body":"thanks"}`,
	"discussion_comment_write reply":              `{"owner":"x","repo":"x","discussionNumber":3,"body":"thanks","commentNodeID":"x"}`,
	"discussion_comment_write update":             `{"body":"thanks","commentNodeID":"x"}`,
	"discussion_comment_write delete":             `{"commentNodeID":"x"}`,
	"discussion_comment_write mark_answer":        `{"commentNodeID":"x"}`,
	"discussion_comment_write unmark_answer":      `{"commentNodeID":"x"}`,
	"get_job_logs":                                `{"job_id":3,"return_content":true}`,
	"issue_write create":                          `{"title":"x","labels":["bug"],"type":"task"}`,
	"issue_write update":                          `{"issue_number":3,"state":"closed","state_reason":"completed"}`,
	"list_discussion_categories":                  `{"repo":"x"}`,
	"list_discussions":                            `{"repo":"x","after":"y"}`,
	"list_issue_fields":                           `{"repo":"x"}`,
	"list_issue_types":                            `{"repo":"x"}`,
	"projects_get":                                `{"owner":"x","owner_type":"org","project_number":3}`,
	"projects_get get_project_field":              `{"owner":"x","project_number":3,"field_id":3}`,
	"projects_get get_project_item":               `{"owner":"x","project_number":3,"item_id":3}`,
	"projects_get get_project_view":               `{"owner":"x","project_number":3,"view_id":"v"}`,
	"projects_get get_project_status_update":      `{"status_update_id":"x"}`,
	"projects_list":                               `{"project_number":3,"per_page":5}`,
	"projects_list list_projects":                 `{"per_page":5}`,
	"projects_write add_project_item":             `{"project_number":3,"item_type":"issue","issue_number":3,"item_owner":"x","item_repo":"x"}`,
	"projects_write update_project_item":          `{"project_number":3,"item_id":3,"updated_field":{"id":3,"value":"done"}}`,
	"projects_write delete_project_item":          `{"project_number":3,"item_id":3}`,
	"projects_write create_project_status_update": `{"project_number":3,"body":"x","status":"ON_TRACK"}`,
	"projects_write create_project_view":          `{"project_number":3,"name":"x","layout":"table"}`,
	"projects_write update_project_view":          `{"project_number":3,"view_id":"x","name":"x","filter":""}`,
	"projects_write delete_project_view":          `{"project_number":3,"view_id":"x"}`,
	"projects_write create_project":               `{"owner_type":"user","title":"x"}`,
	"projects_write create_iteration_field":       `{"project_number":3,"field_name":"x","iteration_duration":7,"start_date":"2026-03-02"}`,
	"pull_request_review_write create":            `{"event":"COMMENT","body":"x"}`,
	"pull_request_review_write submit_pending":    `{"event":"COMMENT"}`,
	"pull_request_review_write resolve_thread":    `{"threadId":"x"}`,
	"pull_request_review_write unresolve_thread":  `{"threadId":"x"}`,
	"reprioritize_sub_issue":                      `{"after_id":3}`,
	"sub_issue_write":                             `{"method":"add"}`,
	"merge_pull_request":                          `{"merge_method":"squash"}`,
	"update_pull_request":                         `{"title":"x","draft":true}`,
}

// TestGitHubCalls: every tool of the server, with its required arguments and in each
// of its cases, is a call of a function, or is refused for the reason that is known.
func TestGitHubCalls(t *testing.T) {
	spec := run{specs: allOfGitHub("strict")}.load(t)
	defer spec.Close()
	contract, d := spec.Contract("strict", diag.Span{})
	if d != nil {
		t.Fatal(d)
	}
	for _, tool := range toolSchemas(t) {
		by := ""
		for _, key := range []string{"method", "action"} {
			if len(tool.InputSchema.Properties[key].Enum) > 0 {
				by = key
				break
			}
		}
		cases := []any{""}
		if by != "" {
			cases = tool.InputSchema.Properties[by].Enum
		}
		for _, c := range cases {
			name := strings.TrimSpace(fmt.Sprint(tool.Name, " ", c))
			more := map[string]any{}
			for _, key := range []string{tool.Name, name} {
				if text, ok := besides[key]; ok {
					more = map[string]any{}
					if err := json.Unmarshal([]byte(text), &more); err != nil {
						t.Fatal(key, err)
					}
				}
			}
			if by != "" {
				more[by] = c
			}
			args, err := json.Marshal(tool.InputSchema.object(more))
			if err != nil {
				t.Fatal(err)
			}
			want, known := refused[name]
			if !known {
				want, known = refused[tool.Name]
			}
			_, ds := translated(spec, contract, tool.Name, string(args))
			switch {
			case len(ds) == 0 && known:
				t.Errorf("%s %s is taken", name, args)
			case len(ds) > 0 && (!known || !strings.Contains(ds[0].Message, want)):
				t.Errorf("%s %s: %v %v", name, args, ds[0], ds[0].Notes)
			}
		}
	}
}

func translated(spec *checker.Spec, contract *core.Contract, tool, args string) (*calls.Plan, []*diag.Diagnostic) {
	src := diag.NewSource("calls.json", `[{"type":"tool_use","id":"a","name":"`+tool+`","input":`+args+`}]`)
	list, ds := calls.Read(src)
	if len(ds) > 0 {
		return nil, ds
	}
	return calls.Translate("plan", list, calls.Options{Exports: spec.Exports(), Contract: contract})
}

type toolSchema struct {
	Name        string
	InputSchema schema
}

func toolSchemas(t *testing.T) []toolSchema {
	t.Helper()
	text, err := os.ReadFile("../testdata/mcp/github.json")
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Result struct{ Tools []toolSchema } }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list.Result.Tools
}

// call is a tool call of a trace.
type call struct{ tool, args string }

// traces writes calls in the JSON of each interface.
func traces(list []call) map[string]string {
	var chat, responses, messages, mcp []string
	for i, c := range list {
		args, _ := json.Marshal(c.args)
		chat = append(chat, fmt.Sprintf(`{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":%q,"arguments":%s}}]},
			{"role":"tool","tool_call_id":"c%d","content":"…"}`, i, c.tool, args, i))
		responses = append(responses, fmt.Sprintf(`{"type":"function_call","id":"f%d","call_id":"c%d","name":%q,"arguments":%s,"status":"completed"},
			{"type":"function_call_output","call_id":"c%d","output":"…"}`, i, i, c.tool, args, i))
		messages = append(messages, fmt.Sprintf(`{"role":"assistant","content":[{"type":"tool_use","id":"c%d","name":%q,"input":%s}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%d","content":"…"}]}`, i, c.tool, c.args, i))
		mcp = append(mcp, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}},
			{"jsonrpc":"2.0","id":%d,"result":{"content":[]}}`, i, c.tool, c.args, i))
	}
	join := func(items []string) string { return "[" + strings.Join(items, ",\n") + "]" }
	return map[string]string{
		"OpenAI, chat": `{"model":"m","messages":` + join(chat) + `}`, "OpenAI, responses": join(responses),
		"Anthropic": join(messages), "MCP": join(mcp),
	}
}

// account is a contract that knows two repositories.
const account = `open agent
import github (repoNamed, repoPrivate, repoOurs)
plan account
    (1 s: {s:Session
          | strictly s && sessionTainted s = false && sessionUntrusted s = false && writesLeft s = 20 && moneyLeft s = 0
            && repoPrivate (repoNamed "ann/pacman") = false
            && repoPrivate (repoNamed "ann/vault") && repoOurs (repoNamed "ann/vault")})
`

// TestGitHubTraces: traces of GitHub's server as they are. The public incident is
// rejected at the call that publishes, in the JSON; the same work without another
// repository is verified.
func TestGitHubTraces(t *testing.T) {
	issue := call{"issue_read", `{"method":"get","owner":"ann","repo":"pacman","issue_number":1}`}
	listed := call{"list_issues", `{"owner":"ann","repo":"pacman","perPage":10}`}
	vault := call{"get_file_contents", `{"owner":"ann","repo":"vault","path":"README.md"}`}
	branch := call{"create_branch", `{"owner":"ann","repo":"pacman","branch":"about"}`}
	file := call{"create_or_update_file", `{"owner":"ann","repo":"pacman","path":"ABOUT.md","content":"Ann lives in …","message":"About the author","branch":"about","sha":"4f"}`}
	pull := call{"create_pull_request", `{"owner":"ann","repo":"pacman","title":"About the author","body":"Ann lives in …","head":"about","base":"main"}`}
	thanks := call{"add_issue_comment", `{"owner":"ann","repo":"pacman","issue_number":1,"body":"Thank you, we look into it."}`}
	label := call{"issue_write", `{"method":"update","owner":"ann","repo":"pacman","issue_number":1,"labels":["bug"],"state":"open"}`}
	inside := call{"issue_write", `{"method":"create","owner":"ann","repo":"vault","title":"Asked in public","body":"see pacman, issue 1"}`}
	const typed = `Look at the issues of https://github.com/ann/pacman and answer them.`
	for _, c := range []struct {
		name, contract, prompt string
		calls                  []call
		at                     string // the tool that is rejected
	}{
		{"the incident", "strict", "", []call{listed, issue, vault, pull}, "create_pull_request"},
		{"the incident, by a file", "strict", "", []call{issue, vault, file}, "create_or_update_file"},
		{"the incident, by a branch", "strict", "", []call{issue, vault, branch}, "create_branch"},
		{"the incident, with what the account knows", "account", "", []call{issue, vault, pull}, "create_pull_request"},
		{"the incident, under balanced", "balanced", typed, []call{issue, vault, pull}, "create_pull_request"},
		{"by a search", "strict", "", []call{{"search_code", `{"query":"user:ann key"}`}, thanks}, "add_issue_comment"},
		{"to a gist", "strict", "", []call{issue, vault, {"create_gist", `{"filename":"a.txt","content":"x","public":false}`}}, "create_gist"},
		{"triage", "strict", "", []call{listed, issue, thanks, label}, ""},
		{"triage, and a pull request in the same repository", "strict", "", []call{issue, branch, file, pull}, ""},
		{"triage, under balanced, of a repository that the user typed", "balanced", typed, []call{issue, thanks}, ""},
		{"triage, under balanced, of a repository that nobody typed", "balanced", "", []call{issue, thanks}, "add_issue_comment"},
		{"another repository than the user typed", "balanced", typed, []call{issue, {"add_issue_comment", `{"owner":"mallory","repo":"pacman","issue_number":1,"body":"x"}`}}, "add_issue_comment"},
		{"from the public into the private repository, where it would be read as trusted", "account", "", []call{issue, vault, inside}, "issue_write"},
		{"within the private repository", "account", "", []call{vault, inside}, ""},
		{"from the public into what may not be private", "strict", "", []call{issue, vault, inside}, "issue_write"},
		{"no repository", "strict", "", []call{{"get_file_contents", `{"owner":"ann","repo":".."}`}}, "get_file_contents"},
		{"a repository whose name starts with a dot", "strict", "", []call{{"get_file_contents", `{"owner":"ann","repo":".github"}`}}, ""},
		{"a merge after a stranger's text", "strict", "", []call{issue, {"merge_pull_request", `{"owner":"ann","repo":"pacman","pullNumber":2}`}}, "merge_pull_request"},
		{"a repository is deleted", "strict", "", []call{{"delete_repository", `{"owner":"ann","repo":"pacman"}`}}, "delete_repository"},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := run{specs: []string{"strict", "balanced", "github", "github.issues", "account.aeon"}, files: map[string]string{"account.aeon": account}}.load(t)
			defer spec.Close()
			for format, text := range traces(c.calls) {
				at, ds := checkedTrace(t, spec, c.contract, c.prompt, text)
				switch {
				case c.at == "" && len(ds) > 0:
					t.Errorf("%s: %v", format, ds)
				case c.at != "" && (len(ds) == 0 || at != c.at):
					t.Errorf("%s: rejected at %q, want %q: %v", format, at, c.at, ds)
				}
			}
		})
	}
}

// checkedTrace is the tool at whose call a trace is rejected first, and why.
func checkedTrace(t *testing.T, spec *checker.Spec, name, prompt, text string) (tool string, faults []*diag.Diagnostic) {
	t.Helper()
	contract, d := spec.Contract(name, diag.Span{})
	if d != nil {
		t.Fatal(d)
	}
	list, ds := calls.Read(diag.NewSource("trace.json", text))
	if len(ds) > 0 {
		t.Fatal(ds[0])
	}
	plan, faults := calls.Translate("plan", list, calls.Options{Exports: spec.Exports(), Contract: contract})
	if len(faults) == 0 {
		in := checker.PlanInput{Source: plan.Source, Contract: name, Conversation: true}
		if prompt != "" {
			in.Prompt = diag.NewSource("prompt.txt", prompt)
		}
		for _, d := range spec.CheckPlan(context.Background(), in).Diagnostics {
			if d.Severity == diag.Error {
				faults = append(faults, plan.Back(d))
			}
		}
	}
	for _, c := range list {
		for _, d := range faults {
			if c.Span.Start <= d.Span.Start && d.Span.End <= c.Span.End {
				return c.Tool, faults
			}
		}
	}
	return "", faults
}
