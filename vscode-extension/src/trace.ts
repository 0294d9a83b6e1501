/** A position as the protocol counts it: lines and UTF-16 units, from 0. */
export interface Position {
  line: number;
  character: number;
}

/** From `start` up to, and without, `end`. */
export interface Range {
  start: Position;
  end: Position;
}

/** A range of a document. */
export interface Place {
  uri: string;
  range: Range;
}

/** The part that a step plays: where a fact arose, where it was handed on, where it broke the demand, and the demand itself. */
export type Role = "source" | "through" | "sink" | "clause";

/** One step of a trace. */
export interface Step {
  role: Role;
  message: string;
  place: Place;
}

/** A diagnostic with the way that leads to it, in the order of execution. */
export interface Trace {
  code: string;
  message: string;
  /** Where the diagnostic itself stands. */
  place: Place;
  steps: Step[];
  /** Other places that the diagnostic speaks of: the clause in the spec. */
  clauses: Step[];
}

/** A diagnostic as the protocol has it, as far as a trace needs it. */
export interface Finding {
  range: Range;
  message: string;
  code?: unknown;
  data?: unknown;
  relatedInformation?: { location: Place; message: string }[];
}

/**
 * The trace of a diagnostic of the document `uri`: the steps that the server
 * attached as data, with the other related places, the clause in the spec among
 * them. Undefined where there are no steps.
 */
export function traceOf(uri: string, finding: Finding): Trace | undefined {
  const steps = attached(finding.data);
  if (steps.length === 0) {
    return undefined;
  }
  const clauses = (finding.relatedInformation ?? [])
    .filter((related) => !steps.some((step) => samePlace(step.place, related.location)))
    .map((related): Step => ({ role: "clause", message: related.message, place: related.location }));
  const code = typeof finding.code === "string" ? finding.code : "";
  return { code, message: firstLine(finding.message), place: { uri, range: finding.range }, steps, clauses };
}

/** All traces among the diagnostics of a document, in the order of the text. */
export function tracesOf(uri: string, findings: readonly Finding[]): Trace[] {
  return findings
    .map((finding) => traceOf(uri, finding))
    .filter((trace) => trace !== undefined)
    .sort((a, b) => compare(a.place.range.start, b.place.range.start));
}

/** The trace to show for a cursor at `at`: one whose diagnostic or a step of it is there, otherwise the next above, otherwise the first. */
export function traceAt(traces: readonly Trace[], uri: string, at: Position): Trace | undefined {
  const holds = (place: Place) => place.uri === uri && compare(place.range.start, at) <= 0 && compare(at, place.range.end) <= 0;
  return (
    traces.find((trace) => holds(trace.place)) ??
    traces.find((trace) => trace.place.range.start.line === at.line) ??
    traces.find((trace) => trace.steps.some((step) => holds(step.place))) ??
    traces.filter((trace) => compare(trace.place.range.start, at) <= 0).at(-1) ??
    traces[0]
  );
}

/** The trace among `traces` that is still the one shown before: same code, the nearest place. */
export function sameTrace(traces: readonly Trace[], shown: Trace): Trace | undefined {
  const distance = (trace: Trace) => Math.abs(trace.place.range.start.line - shown.place.range.start.line);
  return traces
    .filter((trace) => trace.code === shown.code && trace.message === shown.message)
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** Less than, equal to or greater than 0 as `a` stands before, at or after `b`. */
export function compare(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

function samePlace(a: Place, b: Place): boolean {
  return a.uri === b.uri && compare(a.range.start, b.range.start) === 0 && compare(a.range.end, b.range.end) === 0;
}

// What a server sends is read with care: a step without a place or a known
// role is left out.
function attached(data: unknown): Step[] {
  if (!isObject(data) || !Array.isArray(data.trace)) {
    return [];
  }
  return data.trace.flatMap((raw: unknown): Step[] => {
    if (!isObject(raw) || typeof raw.message !== "string" || !isPlace(raw.location)) {
      return [];
    }
    const { role, message, location } = raw;
    return role === "source" || role === "through" || role === "sink" ? [{ role, message, place: location }] : [];
  });
}

function isPlace(value: unknown): value is Place {
  return isObject(value) && typeof value.uri === "string" && isRange(value.range);
}

function isRange(value: unknown): value is Range {
  return isObject(value) && isPosition(value.start) && isPosition(value.end);
}

function isPosition(value: unknown): value is Position {
  return isObject(value) && typeof value.line === "number" && typeof value.character === "number";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

// A counterexample and notes follow on further lines.
function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}
