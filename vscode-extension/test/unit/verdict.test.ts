import assert from "node:assert/strict";
import { test } from "node:test";
import { readStatus, show } from "../../src/verdict";

const uri = "file:///p.aeon";

function shown(params: object) {
  const read = readStatus({ uri, ...params });
  assert.ok(read);
  return show(read.verdict);
}

test("each state of the server has its look", () => {
  const look = (params: object) => [shown(params).text, shown(params).level];
  assert.deepEqual(look({ state: "checking" }), ["$(sync~spin) aeonc: checking", "plain"]);
  assert.deepEqual(look({ state: "verified", obligations: 3 }), ["$(verified-filled) aeonc: verified", "plain"]);
  assert.deepEqual(look({ state: "checked" }), ["$(check) aeonc: spec checked", "plain"]);
  assert.deepEqual(look({ state: "rejected", errors: 1 }), ["$(error) aeonc: rejected", "error"]);
  assert.deepEqual(look({ state: "unchecked" }), ["$(circle-slash) aeonc: not checked", "warning"]);
  assert.deepEqual(look({ state: "failed" }), ["$(error) aeonc: failed", "error"]);
});

test("only the word verified makes a document verified", () => {
  for (const state of ["Verified", "ok", "", undefined, null, true, { toString: () => "verified" }]) {
    assert.deepEqual(readStatus({ uri, state }), { uri, verdict: { kind: "unknown" } });
  }
});

test("what is no status is passed over", () => {
  for (const params of [undefined, null, 3, "verified", {}, { uri: 3, state: "verified" }]) {
    assert.equal(readStatus(params), undefined);
  }
});

test("the tooltip tells the cost, and what qualifies the verdict", () => {
  const tooltip = (obligations: number, elapsedMilliseconds: number, notes?: unknown) =>
    shown({ state: "verified", obligations, elapsedMilliseconds, notes }).tooltip;
  assert.equal(tooltip(1, 3.14), "Verified: 1 obligation, 3.1 ms");
  assert.equal(tooltip(7, 23.6, ["Control is not followed.", 3]), "Verified: 7 obligations, 24 ms\nControl is not followed.");
});
