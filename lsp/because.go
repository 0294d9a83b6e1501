package lsp

import (
	"fmt"
	"strings"

	"github.com/aeonc/aeonc/checker"
	"github.com/aeonc/aeonc/lang/diag"
)

// because words the causes of a value, each after the other; "" where none was
// found.
func because(plan *diag.Source, cs []checker.Cause) string {
	var parts []string
	for _, c := range cs {
		if text := cause(plan, c); text != "" {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ", because " + strings.Join(parts, ", and ")
}

// notKnown words a measure that may have several values, with what says something of
// it.
func notKnown(plan *diag.Source, k checker.Known) string {
	return "`" + k.Measure + " " + k.Of + "` *is not known*" + which(plan, k.Because)
}

// which words what says something of a value that is not known; "" where nothing does.
func which(plan *diag.Source, cs []checker.Cause) string {
	return strings.Replace(because(plan, cs), ", because ", ": ", 1)
}

// cause words one cause.
func cause(plan *diag.Source, c checker.Cause) string {
	where := ""
	if !c.At.IsZero() && c.At.Src == plan {
		where = fmt.Sprintf("line %d: ", c.At.Pos().Line)
	}
	clause := oneLine(c.Clause)
	says := ""
	if clause != "" {
		says = " says `" + clause + "`"
	}
	switch c.Kind {
	case "call", "component":
		if c.Callee == "" {
			return ""
		}
		return fmt.Sprintf("%s`%s`%s", where, c.Callee, says)
	case "contract":
		return "the contract" + says
	case "state":
		return "the state says so"
	case "constant", "constructor":
		return fmt.Sprintf("`%s`%s", c.Callee, says)
	case "parameter":
		if says == "" {
			return ""
		}
		return where + "the parameter's type" + says
	case "branch":
		if c.Is == "true" || c.Is == "false" {
			return fmt.Sprintf("%s`%s` is %s on this path", where, oneLine(c.At), c.Is)
		}
		return fmt.Sprintf("%s`%s` is `%s` on this path", where, oneLine(c.At), strings.Join(strings.Fields(c.Is), " "))
	case "loop":
		return fmt.Sprintf("%severy turn of the loop keeps `%s`", where, c.Is)
	}
	return ""
}

// oneLine is the text of a span with its line ends and indentation taken out.
func oneLine(s diag.Span) string { return strings.Join(strings.Fields(s.Text()), " ") }
