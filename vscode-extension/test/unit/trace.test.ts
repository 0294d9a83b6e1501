import assert from "node:assert/strict";
import { test } from "node:test";
import { type Finding, sameTrace, traceAt, traceOf, tracesOf } from "../../src/trace";

const plan = "file:///plan.aeon";
const spec = "file:///spec.aeon";

function range(line: number, from: number, to: number) {
  return { start: { line, character: from }, end: { line, character: to } };
}

function told(message: string, line: number, uri = plan) {
  return { message, location: { uri, range: range(line, 4, 9) } };
}

function finding(line: number, ...relatedInformation: ReturnType<typeof told>[]): Finding {
  return { range: range(line, 4, 9), message: "not provable\nfor example when\n  s: tainted", code: "AE301", relatedInformation };
}

test("the steps are the related places with a role, in their order", () => {
  const trace = traceOf(
    plan,
    finding(6, told("asks for it", 67, spec), told("made it so", 5), told("source: read here", 5), told("through: joined", 4), told("sink: sent here", 6)),
  );
  assert.ok(trace);
  assert.equal(trace.message, "not provable");
  assert.deepEqual(
    trace.steps.map((s) => [s.role, s.message, s.place.range.start.line]),
    [["source", "read here", 5], ["through", "joined", 4], ["sink", "sent here", 6]],
  );
  assert.deepEqual(trace.clauses.map((s) => [s.role, s.message, s.place.uri]), [["clause", "asks for it", spec]]);
});

test("without steps there is no trace", () => {
  assert.equal(traceOf(plan, { range: range(0, 0, 1), message: "m" }), undefined);
  assert.equal(traceOf(plan, finding(0, told("the source: a spec", 2), told("resource: x", 3))), undefined);
});

test("the trace of the cursor is the one under it, then one of its line, then the next above", () => {
  const traces = tracesOf(plan, [finding(9, told("source: a", 3), told("sink: b", 9)), finding(5, told("sink: c", 5))]);
  const line = (at: { line: number; character: number }) => traceAt(traces, plan, at)?.place.range.start.line;
  assert.equal(line({ line: 5, character: 5 }), 5);
  assert.equal(line({ line: 9, character: 40 }), 9);
  assert.equal(line({ line: 3, character: 6 }), 9);
  assert.equal(line({ line: 7, character: 0 }), 5);
  assert.equal(line({ line: 0, character: 0 }), 5);
  assert.equal(traceAt([], plan, { line: 0, character: 0 }), undefined);
});

test("a trace is known again after lines moved, and missed when it is gone", () => {
  const [shown] = tracesOf(plan, [finding(5, told("sink: a", 5))]);
  assert.ok(shown);
  const moved = tracesOf(plan, [finding(7, told("sink: a", 7)), finding(90, told("sink: a", 90))]);
  assert.equal(sameTrace(moved, shown)?.place.range.start.line, 7);
  assert.equal(sameTrace([], shown), undefined);
});
