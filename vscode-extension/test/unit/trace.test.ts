import assert from "node:assert/strict";
import { test } from "node:test";
import { type Finding, sameTrace, traceAt, traceOf, tracesOf } from "../../src/trace";

const plan = "file:///plan.aeon";
const spec = "file:///spec.aeon";

function range(line: number, from: number, to: number) {
  return { start: { line, character: from }, end: { line, character: to } };
}

type Role = "source" | "through" | "sink";

function step(role: Role, line: number, message: string = role) {
  return { role, message, location: { uri: plan, range: range(line, 4, 9) } };
}

function finding(line: number, ...trace: object[]): Finding {
  return { range: range(line, 4, 9), message: "not provable\nfor example when\n  s: tainted", code: "AE301", data: { trace } };
}

test("the steps come from the data, the clause from the related places", () => {
  const trace = traceOf(plan, {
    ...finding(6, step("source", 5), step("sink", 6)),
    relatedInformation: [
      { location: { uri: spec, range: range(67, 23, 47) }, message: "asks for it" },
      { location: { uri: plan, range: range(5, 4, 9) }, message: "source: source" },
    ],
  });
  assert.ok(trace);
  assert.equal(trace.message, "not provable");
  assert.deepEqual(trace.steps.map((s) => [s.role, s.place.range.start.line]), [["source", 5], ["sink", 6]]);
  assert.deepEqual(trace.clauses, [{ role: "clause", message: "asks for it", place: { uri: spec, range: range(67, 23, 47) } }]);
});

test("without steps there is no trace", () => {
  assert.equal(traceOf(plan, { range: range(0, 0, 1), message: "m" }), undefined);
  assert.equal(traceOf(plan, finding(0)), undefined);
});

test("data of another shape does not break anything", () => {
  for (const data of [null, 3, "x", [], { trace: 3 }, { trace: [null, 3, {}] }]) {
    assert.equal(traceOf(plan, { range: range(0, 0, 1), message: "m", data }), undefined);
  }
  const trace = traceOf(plan, finding(2, { role: "other", message: "m" }, { role: "sink" }, step("sink", 2)));
  assert.deepEqual(trace?.steps.map((s) => s.role), ["sink"]);
});

test("the trace of the cursor is the one under it, then one of its line, then the next above", () => {
  const traces = tracesOf(plan, [finding(9, step("source", 3, "a"), step("sink", 9, "b")), finding(5, step("sink", 5, "c"))]);
  const line = (at: { line: number; character: number }) => traceAt(traces, plan, at)?.place.range.start.line;
  assert.equal(line({ line: 5, character: 5 }), 5);
  assert.equal(line({ line: 9, character: 40 }), 9);
  assert.equal(line({ line: 3, character: 6 }), 9);
  assert.equal(line({ line: 7, character: 0 }), 5);
  assert.equal(line({ line: 0, character: 0 }), 5);
  assert.equal(traceAt([], plan, { line: 0, character: 0 }), undefined);
});

test("a trace is known again after lines moved, and missed when it is gone", () => {
  const [shown] = tracesOf(plan, [finding(5, step("sink", 5, "a"))]);
  assert.ok(shown);
  const moved = tracesOf(plan, [finding(7, step("sink", 7, "a")), finding(90, step("sink", 90, "a"))]);
  assert.equal(sameTrace(moved, shown)?.place.range.start.line, 7);
  assert.equal(sameTrace([], shown), undefined);
});
