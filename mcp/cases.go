package mcp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/aeonc/aeonc/lang"
)

// split is one of the things that a tool does, and when.
type split struct {
	// name is its key in the classification.
	name string
	// when says of the argument, which is %s, that it is this one.
	when string
}

// selectors are the names of arguments by which tools do several things.
var selectors = []string{"method", "action", "operation", "command"}

// readsOnly are the statements that only read, as far as their text says: one
// SELECT, with no second statement behind it, and not into a table. What the
// functions do that it calls is the database's.
const readsOnly = `\s*[sS][eE][lL][eE][cC][tT][\s(*]([^;iI]|[iI][^;nN]|[iI][nN][^;tT])*;?\s*`

var mentionsSQL = regexp.MustCompile(`(?i)\bsql\b|execute_sql|migration`)

// cases are the things that a tool does by an argument; nil where it does one.
func (t *Tool) cases() (by *Param, out []split) {
	for _, p := range t.Params {
		if slices.Contains(selectors, p.Key) && len(p.typ.enum) > 1 {
			for _, v := range p.typ.enum {
				out = append(out, split{v, "%s = " + strings.ReplaceAll(lang.Quote(v), "%", "%%")})
			}
			return p, out
		}
	}
	for _, p := range t.Params {
		if p.Key != "sql" && p.Key != "query" && p.Key != "statement" || p.typ.base != "String" || len(p.typ.enum) > 0 {
			continue
		}
		if mentionsSQL.MatchString(strings.Join([]string{t.Name, t.Title, t.Description, p.Key, p.Description}, " ")) {
			reads := fmt.Sprintf("String.matches %%s %s", lang.Quote(readsOnly))
			return p, []split{{"read", reads}, {"write", "!(" + reads + ")"}}
		}
	}
	return nil, nil
}
