package specs_test

import (
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
