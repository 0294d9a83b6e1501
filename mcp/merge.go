package mcp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/lang/diag"
)

// classesHead starts a new classification file.
const classesHead = `# What each tool does, as a person says it. An import never changes what stands here; it
# adds what is missing. After an edit, import again.
#
#   reviewed   true when the entry is right. A tool that is not reviewed is @harness: no plan
#              may call it.
#   reads      what comes back: "private" (the user's own data), "untrusted" (text that others
#              may have written), both, or [] for neither
#   effect     "none"      it changes nothing
#              "changes"   it changes what is the user's own, and nobody else learns of it
#              "leaves"    something may reach somebody else by it: a message, a post, an
#                          address that is fetched, a search elsewhere
#              "destroys"  it undoes what cannot be had again; each call takes an approval
#   to         with "leaves": the arguments that say where to. Without any, nothing leaves
#              once something private and something untrusted were read.
#   changes    the arguments that say what is changed; they must not come out of untrusted text
#   pin        the tool as it was classified. If the server changes it, it is @harness again
#              until the change is accepted: aeonc import mcp --accept TOOL …
#
# A tool that does several things by an argument has a case for each under "when"; a case
# that is not reviewed the tool may not be called with.
`

// Merge brings a classification file up to date with the tools of a list, and
// leaves all else as it is, comments included. The pins of tools that nobody has
// reviewed follow the list; of those that were, only the ones to accept do.
func (c *Classes) Merge(tools []*Tool, accept []string) (string, []*diag.Diagnostic) {
	text := c.src.Text
	if text == "" {
		text = classesHead
	}
	var ds []*diag.Diagnostic
	for _, name := range accept {
		if c.Tools[name] == nil || !slices.ContainsFunc(tools, func(t *Tool) bool { return t.Name == name }) {
			ds = append(ds, diag.New(diag.Span{Src: c.src}, diag.ClassNoAccept, clean(name)))
		}
	}
	var added strings.Builder
	for _, t := range tools {
		class := c.Tools[t.Name]
		by, cases := t.cases()
		if class == nil {
			added.WriteString("\n[tools." + key(t.Name) + "]\npin = \"" + t.Pin + "\"\n")
			if by == nil {
				added.WriteString(emptyCase)
			} else {
				fmt.Fprintf(&added, "by = %s\n", basic(by.Key))
			}
		} else if class.Pin != t.Pin && (!class.reviewed() || slices.Contains(accept, t.Name)) {
			pinned, ok := withPin(text, t)
			if !ok {
				ds = append(ds, diag.New(c.entry(t.Name), diag.ClassUnwritable, t.Name, t.Pin))
				continue
			}
			text = pinned
		}
		for _, x := range cases {
			if class == nil || class.When[x.name] == nil {
				added.WriteString("\n[tools." + key(t.Name) + ".when." + key(x.name) + "]\n" + emptyCase)
			}
		}
	}
	if added.Len() > 0 && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + added.String(), ds
}

const emptyCase = "reviewed = false\nreads = []\neffect = \"\"\n"

// basic is a text as TOML writes it.
func basic(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7F:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

var (
	pinLine    = regexp.MustCompile(`(?m)^([ \t]*pin[ \t]*=[ \t]*)("[^"\n]*"|'[^'\n]*')`)
	anyHeader  = regexp.MustCompile(`(?m)^[ \t]*\[`)
	lineEnding = regexp.MustCompile(`\r?\n`)
)

// withPin replaces the pin in a tool's entry.
func withPin(text string, t *Tool) (string, bool) {
	at := header(t.Name).FindStringIndex(text)
	if at == nil {
		return text, false
	}
	end := len(text)
	if next := anyHeader.FindStringIndex(text[at[1]:]); next != nil {
		end = at[1] + next[0]
	}
	entry := text[at[1]:end]
	m := pinLine.FindStringSubmatchIndex(entry)
	if m == nil {
		// The pin was taken out: it comes back behind the header's line.
		eol := lineEnding.FindStringIndex(entry)
		if eol == nil {
			return text, false
		}
		return text[:at[1]] + entry[:eol[1]] + "pin = \"" + t.Pin + "\"\n" + entry[eol[1]:] + text[end:], true
	}
	return text[:at[1]] + entry[:m[4]] + `"` + t.Pin + `"` + entry[m[5]:] + text[end:], true
}

// Drift is what has changed since tools were classified: tools that are others
// now, that have come, and that are gone (AE705).
func (c *Classes) Drift(tools []*Tool) []*diag.Diagnostic {
	var ds []*diag.Diagnostic
	have := map[string]bool{}
	for _, t := range tools {
		have[t.Name] = true
		class := c.Tools[t.Name]
		switch {
		case class == nil:
			ds = append(ds, diag.New(t.At, diag.ToolNew, t.Name))
		case class.Pin != t.Pin:
			ds = append(ds, diag.New(t.At, diag.ToolChanged, t.Name).With(c.entry(t.Name), "it was classified here"))
		}
	}
	var gone []string
	for name := range c.Tools {
		if !have[name] {
			gone = append(gone, name)
		}
	}
	slices.Sort(gone)
	for _, name := range gone {
		ds = append(ds, diag.New(c.entry(name), diag.ToolGone, clean(name)))
	}
	return ds
}
