package lsp_test

import (
	"hash/maphash"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// typed remembers what was typed before: the prefixes of texts, each under the texts
// that it depends on. Most cases begin as others do.
type typed struct {
	seed maphash.Seed
	mu   sync.Mutex // guards seen
	seen map[uint64]bool
}

// first reports whether a prefix was not typed before, and notes that it was.
func (x *typed) first(hash uint64) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	known := x.seen[hash]
	x.seen[hash] = true
	return !known
}

// asked at each prefix, at the cursor and of the document; one of the rest at each in
// turn.
var (
	askedAt   = []string{"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/definition"}
	askedOf   = []string{"textDocument/semanticTokens/full", "textDocument/documentSymbol", "textDocument/foldingRange"}
	askedTurn = []string{
		"textDocument/inlayHint", "textDocument/codeAction", "textDocument/codeLens", "aeonc/obligations", "textDocument/references",
		"textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename", "textDocument/selectionRange",
		"textDocument/prepareCallHierarchy", "textDocument/linkedEditingRange", "textDocument/formatting", "textDocument/onTypeFormatting",
		"textDocument/typeDefinition", "workspace/symbol",
	}
)

// Every prefix of every case is typed in, character by character, with what an editor
// asks meanwhile; one that was typed in another case is skipped. AEONC_TORTURE is
// "all", "some" for one case in twenty, or a pattern of names.
func TestPrefixes(t *testing.T) {
	files, err := filepath.Glob("../testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	step := 1
	switch which := os.Getenv("AEONC_TORTURE"); which {
	case "":
		files, step = files[:2], 29
	case "all":
	case "some":
		var few []string
		for i := 0; i < len(files); i += 20 {
			few = append(few, files[i])
		}
		files = few
	default:
		if files, err = filepath.Glob("../testdata/cases/" + which + ".txtar"); err != nil || len(files) == 0 {
			t.Fatal("no such cases", err)
		}
	}
	before := &typed{seed: maphash.MakeSeed(), seen: map[uint64]bool{}}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{"aeonc.toml": config}
			for _, f := range archive.Files {
				texts[f.Name] = string(f.Data)
			}
			dir := workspace(t, texts)
			c := start(t)
			c.initialize(dir, nil)
			if spec, ok := texts["spec.aeon"]; ok {
				typeIn(c, before, fileURI(filepath.Join(dir, "spec.aeon")), "", spec, step)
			}
			if plan, ok := texts["plan.aeon"]; ok {
				typeIn(c, before, fileURI(filepath.Join(dir, "plan.aeon")), texts["spec.aeon"], plan, step)
			}
		})
	}
}

// typeIn types a text, which depends on another one.
func typeIn(c *client, before *typed, uri, under, text string, step int) {
	var h maphash.Hash
	h.SetSeed(before.seed)
	_, _ = h.WriteString(under + "\x00") // it returns no error
	c.open(uri, "")
	version, at, turn := 1, 0, 0
	for end := 0; ; {
		if before.first(h.Sum64()) && end/step*step == end || end == len(text) {
			version++
			turn++
			ids := map[int]string{}
			line, column := insert(c, uri, version, text, at, end)
			at = end
			here := object{"line": line, "character": column}
			whole := object{"start": object{"line": 0, "character": 0}, "end": here}
			for _, method := range append(askedAt, askedTurn[turn%len(askedTurn)]) {
				ids[c.send(method, object{
					"textDocument": object{"uri": uri}, "position": here, "range": whole, "positions": []any{here}, "newName": "renamed", "query": "s",
					"context": object{"includeDeclaration": true, "diagnostics": []any{}}, "ch": "\n", "options": object{"tabSize": 2, "insertSpaces": true},
				})] = method
			}
			for _, method := range askedOf {
				ids[c.send(method, object{"textDocument": object{"uri": uri}})] = method
			}
			for id, method := range ids {
				e, ok := c.answer(id)["error"].(object)
				const failed = -32803 // what the user is told: a name that cannot be given
				if ok && !(e["code"] == float64(failed) && strings.HasSuffix(strings.ToLower(method), "rename")) {
					c.t.Fatalf("%s of %q: %v", method, text[:end], e)
				}
			}
		}
		if end == len(text) {
			break
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		_, _ = h.WriteString(text[end : end+size])
		end += size
	}
	c.diagnostics(uri, version)
}

// insert types what is between two offsets of a text behind what is before them, and
// returns where the cursor is then.
func insert(c *client, uri string, version int, text string, from, to int) (line, column int) {
	place := func(offset int) (line, column int) {
		before := text[:offset]
		return strings.Count(before, "\n"), len(utf16.Encode([]rune(before[strings.LastIndexByte(before, '\n')+1:])))
	}
	line, column = place(from)
	at := object{"line": line, "character": column}
	c.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": uri, "version": version},
		"contentChanges": []any{object{"range": object{"start": at, "end": at}, "text": text[from:to]}},
	})
	return place(to)
}
