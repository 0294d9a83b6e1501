import assert from "node:assert/strict";
import { test } from "node:test";
import { readVerdict, show } from "../../src/verdict";

const uri = "file:///p.aeon";

function shown(params: object) {
  const read = readVerdict({ uri, ...params });
  assert.ok(read);
  return show(read.verdict);
}

test("each verdict of the server has its look", () => {
  const look = (params: object) => [shown(params).text, shown(params).level];
  assert.deepEqual(look({ verdict: "checking" }), ["$(sync~spin) aeonc: checking", "plain"]);
  assert.deepEqual(look({ verdict: "verified", obligations: 3 }), ["$(verified-filled) aeonc: verified", "plain"]);
  assert.deepEqual(look({ verdict: "checked" }), ["$(check) aeonc: spec checked", "plain"]);
  assert.deepEqual(look({ verdict: "rejected", errors: 1 }), ["$(error) aeonc: rejected", "error"]);
  assert.deepEqual(look({ verdict: "unchecked" }), ["$(circle-slash) aeonc: not checked", "warning"]);
  assert.deepEqual(look({ verdict: "unchecked", specs: ["github"] }), ["$(shield) aeonc", "plain"]);
  assert.deepEqual(look({ verdict: "unusable" }), ["$(warning) aeonc: not checked", "warning"]);
  assert.deepEqual(look({ verdict: "failed", code: "AE902" }), ["$(error) aeonc: failed", "error"]);
  assert.deepEqual(look({ verdict: "failed", code: "AE901" }), ["$(error) aeonc: no solver", "error"]);
});

test("only the word verified makes a document verified", () => {
  for (const verdict of ["Verified", "ok", "", undefined, null, true, { toString: () => "verified" }]) {
    assert.deepEqual(readVerdict({ uri, verdict }), { uri, verdict: { kind: "unknown" } });
  }
});

test("what is no verdict is passed over", () => {
  for (const params of [undefined, null, 3, "verified", {}, { uri: 3, verdict: "verified" }]) {
    assert.equal(readVerdict(params), undefined);
  }
});

test("the tooltip tells the cost, the specs, and what qualifies the verdict", () => {
  const tooltip = (params: object) => shown({ verdict: "verified", ...params }).tooltip;
  assert.equal(tooltip({ obligations: 1, elapsedMs: 3.14 }), "Verified: 1 obligation, 3.1 ms");
  assert.equal(
    tooltip({ obligations: 7, elapsedMs: 23.6, specs: ["github"], notes: ["Control is not followed.", 3] }),
    "Verified: 7 obligations, 24 ms\nHeld to: github\nControl is not followed.",
  );
  assert.equal(shown({ verdict: "unusable", message: "no such file" }).tooltip, "no such file");
});
