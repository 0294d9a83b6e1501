import assert from "node:assert/strict";
import { test } from "node:test";
import { type Card, cut, emptyPage, escape, page } from "../../src/picture";
import type { Role } from "../../src/trace";

function card(role: Role, message: string, text: string, from: number, to: number): Card {
  const range = { start: { line: 5, character: from }, end: { line: 5, character: to } };
  return { step: { role, message, place: { uri: "file:///p.aeon", range } }, where: "p.aeon:6", code: cut(text, from, to) };
}

const trace = {
  code: "AE301",
  message: "precondition not provable",
  place: { uri: "file:///p.aeon", range: { start: { line: 6, character: 0 }, end: { line: 6, character: 1 } } },
  steps: [],
  clauses: [],
};

test("the picture goes from source to sink, the clause after them", () => {
  const html = page({
    trace,
    cards: [card("source", "read here", "let x := read s", 9, 13), card("sink", "sent here", "send x", 0, 4)],
    clauses: [card("clause", "asked for here", "x != 0", 0, 6)],
    nonce: "N",
  });
  const cards = [...html.matchAll(/class="card (\w+)" data-step="(\d+)"/g)].map((m) => [m[1], m[2]]);
  assert.deepEqual(cards, [["source", "0"], ["sink", "1"], ["clause", "2"]]);
  assert.equal(html.match(/class="arrow"/g)?.length, 1);
  assert.ok(html.includes("<code>let x := <mark>read</mark> s</code>"));
});

test("what a message quotes is shown as code", () => {
  const html = page({ trace: { ...trace, message: "not provable: `a < b`" }, cards: [], clauses: [], nonce: "N" });
  assert.ok(html.includes("not provable: <q>a &#60; b</q>"));
});

test("text of a plan cannot become part of the page", () => {
  const hostile = `"><script>alert('x')</script>&`;
  const html = page({
    trace: { ...trace, message: hostile, code: hostile },
    cards: [{ ...card("source", hostile, hostile, 0, hostile.length), where: hostile }],
    clauses: [],
    nonce: "N",
  });
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.ok(!html.includes(`"><`));
  assert.equal(escape(`&<>"'`), "&#38;&#60;&#62;&#34;&#39;");
});

test("nothing but the page's own script and style is allowed", () => {
  for (const html of [page({ trace, cards: [], clauses: [], nonce: "N" }), emptyPage("N", "gone")]) {
    assert.ok(html.includes(`content="default-src 'none'; style-src 'nonce-N'; script-src 'nonce-N'"`));
    assert.ok(!/ style="| onclick="/.test(html));
  }
});

test("a line is cut where it is meant, also when the text has become shorter", () => {
  assert.deepEqual(cut("  let x := read s", 11, 15), { before: "let x := ", marked: "read", after: " s" });
  assert.deepEqual(cut("ab", 5, 9), { before: "ab", marked: "", after: "" });
  assert.deepEqual(cut("ab", 1, 0), { before: "a", marked: "", after: "b" });
});
