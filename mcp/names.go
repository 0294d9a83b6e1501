package mcp

import (
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// identifier is a name of the language for any text: what no name may have
// becomes `_`, and a name that is taken or reserved gets one behind it. Two texts
// may have one identifier; who asks has to look.
func identifier(text string, taken func(string) bool) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' && i > 0:
			b.WriteRune(r)
		case '0' <= r && r <= '9':
			b.WriteByte('_')
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	name := b.String()
	if strings.Trim(name, "_") == "" {
		name = "x" + name
	}
	for lang.Reserved(name) || taken(name) {
		name += "_"
	}
	return name
}

// agent are the names that the specs of tools share (module agent).
var agent = words(`Session Grant sessionTainted sessionUntrusted strictly writesLeft moneyLeft
	holdsPrivate holdsUntrusted userTyped knownDestination grantTool grantTarget grantTitle
	grantContent grantAmount freshSession openSession isTainted isUntrusted isKnownDestination
	placeOfUser askText askPlace askUser dropGrant tellUser closeSession`)

// builtin are the types and modules of the language.
var builtin = words(`Int Bool String Float Unit List Maybe Array agent strict balanced turn`)

// keywords start declarations where a name could be misread.
var keywords = words(`plan linear type example open import end`)

// own are the names that a generated signature uses itself.
var own = words(`s s2 g result`)

func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

func functionTaken(name string) bool { return agent[name] || builtin[name] || keywords[name] }

func paramTaken(name string) bool {
	return agent[name] || builtin[name] || own[name]
}

// camel is a name of a type for parts of names: "issue_write", "fields" is
// IssueWriteFields.
func camel(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		upper := true
		for _, r := range part {
			switch {
			case 'a' <= r && r <= 'z' && upper:
				b.WriteRune(r - 'a' + 'A')
				upper = false
			case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
				b.WriteRune(r)
				upper = false
			case '0' <= r && r <= '9' && b.Len() > 0:
				b.WriteRune(r)
				upper = true
			default:
				upper = true
			}
		}
	}
	if b.Len() == 0 {
		return "Value"
	}
	return b.String()
}
