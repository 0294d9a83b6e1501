/** What the status bar says of the document in front. */
export type Verdict =
  | { kind: "starting" }
  | { kind: "stopped"; message: string }
  | { kind: "no-binary"; message: string }
  | { kind: "no-solver"; message: string }
  | { kind: "unchecked" }
  | { kind: "checking" }
  | { kind: "verified"; obligations: number; milliseconds: number }
  | { kind: "rejected"; errors: number; obligations: number; milliseconds: number }
  | { kind: "unusable"; message: string };

/** How a verdict is shown. */
export interface Shown {
  /** With a codicon in front. */
  text: string;
  tooltip: string;
  level: "plain" | "warning" | "error";
  /** The command of a click. */
  command: string;
}

/** How `verdict` is shown in the status bar. */
export function show(verdict: Verdict): Shown {
  switch (verdict.kind) {
    case "starting":
      return { text: "$(loading~spin) aeonc", tooltip: "aeonc is starting", level: "plain", command: "aeonc.showOutput" };
    case "stopped":
      return { text: "$(debug-disconnect) aeonc: stopped", tooltip: verdict.message, level: "error", command: "aeonc.restart" };
    case "no-binary":
      return { text: "$(error) aeonc: not installed", tooltip: verdict.message, level: "error", command: "aeonc.checkSetup" };
    case "no-solver":
      return { text: "$(error) aeonc: no solver", tooltip: verdict.message, level: "error", command: "aeonc.checkSetup" };
    case "unchecked":
      return { text: "$(shield) aeonc", tooltip: "Not checked", level: "plain", command: "aeonc.showOutput" };
    case "checking":
      return { text: "$(sync~spin) aeonc: checking", tooltip: "Checking", level: "plain", command: "aeonc.showObligations" };
    case "verified":
      return {
        text: "$(verified-filled) aeonc: verified",
        tooltip: `Verified: ${cost(verdict)}`,
        level: "plain",
        command: "aeonc.showObligations",
      };
    case "rejected":
      return {
        text: "$(error) aeonc: rejected",
        tooltip: `Rejected: ${counted(verdict.errors, "error")}, ${cost(verdict)}`,
        level: "error",
        command: "aeonc.showTrace",
      };
    case "unusable":
      return { text: "$(warning) aeonc: not checked", tooltip: verdict.message, level: "warning", command: "aeonc.showOutput" };
  }
}

function cost(v: { obligations: number; milliseconds: number }): string {
  return `${counted(v.obligations, "obligation")}, ${v.milliseconds < 10 ? v.milliseconds.toFixed(1) : Math.round(v.milliseconds)} ms`;
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/**
 * Reads the notification `aeonc/verdict`. Only the word "verified" itself makes
 * a document verified; what is not understood says nothing.
 */
export function readVerdict(params: unknown): { uri: string; verdict: Verdict } | undefined {
  if (typeof params !== "object" || params === null) {
    return undefined;
  }
  const p = params as Record<string, unknown>;
  if (typeof p.uri !== "string") {
    return undefined;
  }
  const uri = p.uri;
  const counts = { obligations: number(p.obligations), milliseconds: number(p.elapsedMs) };
  const message = typeof p.message === "string" ? p.message : "";
  switch (p.verdict) {
    case "checking":
      return { uri, verdict: { kind: "checking" } };
    case "verified":
      return { uri, verdict: { kind: "verified", ...counts } };
    case "rejected":
      return { uri, verdict: { kind: "rejected", errors: number(p.errors), ...counts } };
    case "failed":
      return { uri, verdict: p.code === "AE901" ? { kind: "no-solver", message } : { kind: "unusable", message } };
    case "unusable":
      return { uri, verdict: { kind: "unusable", message } };
    default:
      return { uri, verdict: { kind: "unchecked" } };
  }
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
