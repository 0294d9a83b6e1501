import assert from "node:assert/strict";
import { test } from "node:test";
import { readVerdict, show } from "../../src/verdict";

const uri = "file:///p.aeon";

test("each verdict of the server has its look", () => {
  const look = (params: object) => {
    const read = readVerdict({ uri, ...params });
    assert.ok(read);
    const shown = show(read.verdict);
    return [shown.text, shown.level];
  };
  assert.deepEqual(look({ verdict: "checking" }), ["$(sync~spin) aeonc: checking", "plain"]);
  assert.deepEqual(look({ verdict: "verified", obligations: 3, elapsedMs: 4 }), ["$(verified-filled) aeonc: verified", "plain"]);
  assert.deepEqual(look({ verdict: "rejected", errors: 1 }), ["$(error) aeonc: rejected", "error"]);
  assert.deepEqual(look({ verdict: "failed", code: "AE901" }), ["$(error) aeonc: no solver", "error"]);
  assert.deepEqual(look({ verdict: "failed", code: "AE902" }), ["$(warning) aeonc: not checked", "warning"]);
  assert.deepEqual(look({ verdict: "unusable" }), ["$(warning) aeonc: not checked", "warning"]);
});

test("only the word verified makes a document verified", () => {
  for (const verdict of ["Verified", "ok", "", undefined, null, true, { toString: () => "verified" }]) {
    assert.deepEqual(readVerdict({ uri, verdict }), { uri, verdict: { kind: "unchecked" } });
  }
});

test("what is no verdict is passed over", () => {
  for (const params of [undefined, null, 3, "verified", {}, { uri: 3, verdict: "verified" }]) {
    assert.equal(readVerdict(params), undefined);
  }
});

test("the tooltip tells the cost", () => {
  const tooltip = (obligations: number, elapsedMs: number) => {
    const read = readVerdict({ uri, verdict: "verified", obligations, elapsedMs });
    assert.ok(read);
    return show(read.verdict).tooltip;
  };
  assert.equal(tooltip(1, 3.14), "Verified: 1 obligation, 3.1 ms");
  assert.equal(tooltip(7, 23.6), "Verified: 7 obligations, 24 ms");
});
