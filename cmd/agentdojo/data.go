package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// suite is one environment of the benchmark.
type suite struct {
	Tools     []tool `json:"tools"`
	Tasks     []task `json:"user_tasks"`
	Injection []task `json:"injection_tasks"`
}

// tool is what the benchmark says of a tool's parameters.
type tool struct {
	Name   string `json:"name"`
	Params []struct {
		Name string `json:"name"`
		Type string `json:"type"`
	} `json:"params"`
}

// chosen reports whether an argument is one of a few values: those are chosen,
// and not taken out of a result in which they happen to stand.
func (s *suite) chosen(toolName, param string) bool {
	for _, t := range s.Tools {
		for _, p := range t.Params {
			if t.Name == toolName && p.Name == param {
				kind, _, _ := strings.Cut(p.Type, " ")
				return kind == "bool" || kind == "SharingPermission"
			}
		}
	}
	return false
}

// task is what a user, or an attacker, wants, with the calls that do it.
type task struct {
	ID     string `json:"id"`
	Prompt string `json:"prompt"` // of a user
	Goal   string `json:"goal"`   // of an attacker
	Calls  []call `json:"calls"`
}

// call is one call of a tool, with where each argument came from and which
// injections its result carries.
type call struct {
	Tool       string                     `json:"tool"`
	Args       map[string]json.RawMessage `json:"args"`
	Provenance map[string][]string        `json:"arg_prov"`
	Injections []string                   `json:"result_carries_injection"`
}

// suites in the order of the benchmark's publications.
var suites = []string{"workspace", "slack", "travel", "banking"}

// specFiles are the specs of each suite's tools, in the folder of the specs.
var specFiles = map[string][]string{
	"workspace": {"office.aeon", "drive.aeon"},
	"slack":     {"slack.aeon"},
	"travel":    {"travel.aeon", "office.aeon"},
	"banking":   {"banking.aeon"},
}

func readData(file string) (map[string]*suite, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var data map[string]*suite
	if err := json.Unmarshal(text, &data); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for name := range data {
		if specFiles[name] == nil {
			return nil, fmt.Errorf("%s: there is no spec for the suite %q", file, name)
		}
	}
	return data, nil
}

// source is an earlier call from whose result an argument came; whole says that
// nothing else is in it.
type source struct {
	call  int
	whole bool
}

var fromResult = regexp.MustCompile(`^(mixed:)?result\[(\d+)\]:`)

// sources are the earlier calls whose results an argument came from, in order;
// there are none for what came from the prompt or was made up.
func sources(provenance []string) []source {
	var out []source
	for _, p := range provenance {
		if m := fromResult.FindStringSubmatch(p); m != nil {
			n, err := strconv.Atoi(m[2])
			if err != nil {
				continue // more digits than any list has calls
			}
			out = append(out, source{n, m[1] == ""})
		}
	}
	return out
}

// upToInjection are a user's calls up to and including the first whose result
// carries an injection; all of them where none does.
func (t *task) upToInjection() []call {
	for i, c := range t.Calls {
		if len(c.Injections) > 0 {
			return t.Calls[:i+1]
		}
	}
	return t.Calls
}
