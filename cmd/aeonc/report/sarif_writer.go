package report

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/cmd/aeonc/explain"
	"github.com/aeonc/aeonc/lang/diag"
	"github.com/aeonc/aeonc/specs"
)

const (
	// sourceRoot and builtinRoot are what relative addresses are relative to.
	sourceRoot, builtinRoot = "%SRCROOT%", "BUILTIN"
)

// sarifWriter numbers what results refer to: rules and artifacts.
type sarifWriter struct {
	rules, notifications map[string]int
	inputs               map[string]checker.Input // by name
	targets              map[string]bool          // what was checked, by name
	index                map[string]int           // of artifacts, by name
	artifacts            []sarifArtifact
	bases                map[string]sarifBase
	same                 map[string]int // how often a finding was seen
}

// newSarifWriter knows the inputs of a run, in their order.
func newSarifWriter(run *Run) *sarifWriter {
	s := &sarifWriter{
		rules: map[string]int{}, notifications: map[string]int{},
		inputs: map[string]checker.Input{}, targets: map[string]bool{}, index: map[string]int{},
		bases: map[string]sarifBase{sourceRoot: {sarifMessage{"The folder in which aeonc was run."}}},
		same:  map[string]int{},
	}
	for _, res := range run.Results {
		for _, in := range res.Inputs {
			s.inputs[in.Name] = in
		}
		s.targets[res.File] = true
	}
	for _, res := range run.Results {
		for _, in := range res.Inputs {
			s.artifact(in.Name, nil)
		}
	}
	return s
}

// driver describes aeonc with all its codes: rules, which findings have, and
// notifications (AE9xx), which speak of the machine.
func (s *sarifWriter) driver(version string) sarifComponent {
	out := sarifComponent{Name: "aeonc", Version: version, InformationURI: home}
	for _, page := range explain.Pages() {
		d := descriptor(page)
		if strings.HasPrefix(page.Code, "AE9") {
			s.notifications[page.Code] = len(out.Notifications)
			out.Notifications = append(out.Notifications, d)
		} else {
			s.rules[page.Code] = len(out.Rules)
			out.Rules = append(out.Rules, d)
		}
	}
	return out
}

// families are the tags of codes by their first digit.
var families = map[byte]string{
	'1': "syntax", '2': "names-and-types", '3': "refinements", '4': "linearity", '5': "trust", '6': "spec", '7': "tool-calls", '9': "machine",
}

// descriptor is what there is to say about a code.
func descriptor(page explain.Page) sarifDescriptor {
	title := strings.ToUpper(page.Title[:1]) + page.Title[1:]
	return sarifDescriptor{
		ID:                   page.Code,
		Name:                 pascalCase(page.Title),
		ShortDescription:     sarifMessage{title + "."},
		FullDescription:      sarifMessage{page.Summary()},
		Help:                 sarifMultiline{page.Text, page.Text},
		HelpURI:              home + "/blob/main/docs/diagnostics.md#" + strings.ToLower(page.Code),
		DefaultConfiguration: sarifLevel{page.Severity},
		Properties:           sarifProperties{[]string{families[page.Code[2]]}},
	}
}

// pascalCase makes a title an identifier: "hole in a spec" is HoleInSpec.
func pascalCase(title string) string {
	var b strings.Builder
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		if word != "a" && word != "an" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// artifact is the address of a file. The first mention enters it into the list
// of artifacts; a source adds its length, and its text where there is no file
// to read it from.
func (s *sarifWriter) artifact(name string, src *diag.Source) sarifArtifactLocation {
	in, known := s.inputs[name]
	memory := name == "-"
	location := sarifArtifactLocation{URI: relativeURI(name), URIBaseID: sourceRoot}
	switch {
	case s.builtin(name):
		location = sarifArtifactLocation{URI: relativeURI(name + ".aeon"), URIBaseID: builtinRoot}
		s.bases[builtinRoot] = sarifBase{sarifMessage{"The specs built into aeonc: aeonc specs show NAME prints them."}}
		memory = true
	case filepath.IsAbs(name):
		location = sarifArtifactLocation{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()}
	}
	i, ok := s.index[name]
	if !ok {
		i = len(s.artifacts)
		s.index[name] = i
		a := sarifArtifact{Location: location}
		switch {
		case memory && name != "-":
			a.Roles = []string{"memoryContents"}
		case s.targets[name]:
			a.Roles = []string{"analysisTarget"}
		case known:
			a.Roles = []string{"userSpecifiedConfiguration"}
		}
		if name == "-" {
			a.Roles = append(a.Roles, "standardStream")
		}
		if known {
			a.Hashes = map[string]string{"sha-256": in.SHA256}
		}
		s.artifacts = append(s.artifacts, a)
	}
	if a := &s.artifacts[i]; src != nil && a.Length == nil {
		a.Length = new(len(src.Text))
		if memory {
			a.Contents = &sarifContent{src.Text}
		}
	}
	location.Index = new(i)
	return location
}

// builtin tells the modules within the binary from files. The name of a module may
// be that of a file which is checked; a spec's file has an ending.
func (s *sarifWriter) builtin(name string) bool {
	_, module := specs.Module(name)
	role := s.inputs[name].Role
	return (module || name == "prelude") && (role == "spec" || role == "" && !s.targets[name])
}

// relativeURI is a path as a relative reference.
func relativeURI(path string) string {
	return (&url.URL{Path: strings.TrimPrefix(filepath.ToSlash(path), "./")}).String()
}
