import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as oniguruma from "vscode-oniguruma";
import * as textmate from "vscode-textmate";

// Stands for the Markdown grammar of VS Code: it says nothing about fences, so
// that what is found in one comes from ours.
const host = JSON.stringify({ scopeName: "text.html.markdown", patterns: [{ match: "\\*[^*]+\\*", name: "markup.italic.markdown" }] });

const grammars: Record<string, () => string> = {
  "source.aeon": () => readFileSync("syntaxes/aeon.tmLanguage.json", "utf8"),
  "markdown.aeon.codeblock": () => readFileSync("syntaxes/aeon-markdown.tmLanguage.json", "utf8"),
  "text.html.markdown": () => host,
};

async function grammar(scope: string): Promise<textmate.IGrammar> {
  const wasm = readFileSync("node_modules/vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: (name) => Promise.resolve(grammars[name] ? textmate.parseRawGrammar(grammars[name](), `${name}.json`) : null),
    getInjections: (name) => (name === "text.html.markdown" ? ["markdown.aeon.codeblock"] : []),
  });
  const loaded = await registry.loadGrammar(scope);
  assert.ok(loaded);
  return loaded;
}

function* scopes(g: textmate.IGrammar, text: string): Generator<{ line: number; text: string; scopes: string[] }> {
  let state: textmate.StateStack = textmate.INITIAL;
  for (const [line, content] of text.split(/\r?\n/).entries()) {
    const result = g.tokenizeLine(content, state);
    state = result.ruleStack;
    for (const token of result.tokens) {
      yield { line, text: content.slice(token.startIndex, token.endIndex), scopes: token.scopes };
    }
  }
}

test("fenced blocks in Markdown are highlighted, and nothing after them", async () => {
  const text = ["let *a* := 1", "```aeon plan.aeon", "let x := 1 in", "```", "let *b*", "~~~~aeon", "let y", "~~~~", "```python", "let z", "```"].join("\n");
  const lets = [...scopes(await grammar("text.html.markdown"), text)]
    .filter((token) => token.text === "let")
    .map((token) => token.line);
  assert.deepEqual(lets, [2, 6]);
  const inside = [...scopes(await grammar("text.html.markdown"), text)].find((token) => token.text === "let");
  assert.deepEqual(inside?.scopes.slice(-2), ["meta.embedded.block.aeon", "keyword.control.binding.aeon"]);
});

test("every token of the shipped specs and examples has a scope, and none is invalid", async () => {
  const g = await grammar("source.aeon");
  const files = ["../specs", "../examples"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".aeon")).map((name) => join(folder, name)),
  );
  assert.ok(files.length > 2);
  for (const file of files) {
    for (const token of scopes(g, readFileSync(file, "utf8"))) {
      const scope = token.scopes.at(-1) ?? "";
      assert.ok(!scope.startsWith("invalid"), `${file}:${token.line + 1}: ${token.text} is ${scope}`);
      assert.ok(token.text.trim() === "" || scope !== "source.aeon", `${file}:${token.line + 1}: ${token.text} has no scope`);
    }
  }
});
