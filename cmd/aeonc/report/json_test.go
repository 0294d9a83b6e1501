package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

func TestJSON(t *testing.T) {
	run := &Run{Aeonc: "0.1.0", Libz3: "4.13.0.0", Results: []*checker.Result{rejected(), verified()}}
	var b bytes.Buffer
	if err := JSON(&b, run, Style{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "result.json", b.Bytes())
}

// Every run, also one in which nothing could be checked, has the shape that
// docs/result.schema.json promises.
func TestJSONMeetsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	noSolver := diag.New(diag.Span{}, diag.Message{Code: "AE901", Severity: diag.Error, Text: "no solver"})
	usage := diag.New(diag.Span{}, diag.Message{Severity: diag.Error, Text: "no such flag"})
	for name, run := range map[string]*Run{
		"full":     {Aeonc: "0.1.0", Libz3: "4.13.0.0", Results: []*checker.Result{rejected(), verified()}},
		"awkward":  {Aeonc: "0.1.0", Libz3: "4.13.0.0", Results: []*checker.Result{awkward()}},
		"empty":    {Aeonc: "0.1.0"},
		"problems": {Aeonc: "0.1.0", Problems: []Problem{{noSolver, checker.Failed}, {usage, checker.Unusable}}},
	} {
		var b bytes.Buffer
		if err := JSON(&b, run, Style{}); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
	}
}

// The schema describes every field that is written, so that it cannot fall
// behind unnoticed.
func TestSchemaKnowsEveryField(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	run := &Run{Aeonc: "0.1.0", Libz3: "4.13.0.0", Results: []*checker.Result{rejected(), verified()}}
	var b bytes.Buffer
	if err := JSON(&b, run, Style{}); err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, s *jsonschema.Schema, v any)
	walk = func(path string, s *jsonschema.Schema, v any) {
		for s.Ref != nil {
			s = s.Ref
		}
		switch v := v.(type) {
		case map[string]any:
			if strings.HasSuffix(path, ".state") {
				return // its fields are the spec's own names
			}
			for key, field := range v {
				sub, ok := s.Properties[key]
				if !ok {
					t.Errorf("%s.%s is not in the schema", path, key)
					continue
				}
				walk(path+"."+key, sub, field)
			}
		case []any:
			for _, item := range v {
				if items, ok := s.Items.(*jsonschema.Schema); ok {
					walk(path+"[]", items, item)
				} else if s.Items2020 != nil {
					walk(path+"[]", s.Items2020, item)
				}
			}
		}
	}
	walk("", schema, doc)
}
