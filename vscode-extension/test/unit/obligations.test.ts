import assert from "node:assert/strict";
import { test } from "node:test";
import { type Obligation, rows, summary } from "../../src/obligations";

const place = { uri: "file:///p.aeon", range: { start: { line: 6, character: 18 }, end: { line: 6, character: 19 } } };
const clause = { uri: "file:///s.aeon", range: { start: { line: 67, character: 23 }, end: { line: 67, character: 47 } } };

const refuted: Obligation = {
  kind: "precondition",
  status: "refuted",
  text: "sessionTainted s = false",
  callee: "createIssuePublic",
  param: "s",
  at: place,
  clause,
  counterexample: [{ name: "s", value: "sessionTainted = true" }],
};
const proved: Obligation = { kind: "result", status: "proved", text: "true", at: place };

test("what is known comes first, then what is to be proved", () => {
  const shown = rows({ state: [{ name: "s", facts: ["sessionTainted s = true"] }, { name: "x", facts: [] }], obligations: [refuted] });
  assert.deepEqual(shown.map((row) => [row.label, row.detail]), [
    ["s", "sessionTainted s = true"],
    ["x", "nothing is known"],
    ["sessionTainted s = false", "precondition of createIssuePublic, s"],
  ]);
});

test("an obligation leads to its place, its clause and its counterexample", () => {
  const [row] = rows({ obligations: [refuted] });
  assert.ok(row);
  assert.deepEqual(row.place, place);
  assert.equal(row.icon, "error");
  assert.deepEqual(row.rows.map((r) => [r.label, r.place]), [
    ["s: sessionTainted = true", undefined],
    ["stated here", clause],
  ]);
});

test("what is in no document leads nowhere", () => {
  const [row] = rows({ obligations: [{ ...proved, at: { ...place, uri: "" } }] });
  assert.ok(row !== undefined && !("place" in row));
});

test("the title counts", () => {
  assert.equal(summary({ obligations: [] }), "0 obligations");
  assert.equal(summary({ obligations: [proved] }), "1 obligation");
  assert.equal(summary({ obligations: [proved, refuted] }), "2 obligations, 1 not proved");
});
