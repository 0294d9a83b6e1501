/** What the status bar says of the document in front. */
export type Verdict =
  | { kind: "starting" }
  | { kind: "stopped"; message: string }
  | { kind: "no-binary"; message: string }
  | { kind: "no-solver"; message: string }
  /** The server has said nothing yet. */
  | { kind: "unknown" }
  /** No spec is in force, or, with specs, the document is a module that is built in. */
  | { kind: "unchecked"; specs: string[] }
  | { kind: "checking" }
  | { kind: "verified"; obligations: number; milliseconds: number; specs: string[]; notes: string[] }
  | { kind: "checked"; obligations: number; milliseconds: number }
  | { kind: "rejected"; errors: number; obligations: number; milliseconds: number }
  /** The configuration or a spec cannot be used. */
  | { kind: "unusable"; message: string }
  | { kind: "failed"; message: string };

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
    case "unknown":
      return { text: "$(shield) aeonc", tooltip: "Not checked yet", level: "plain", command: "aeonc.showOutput" };
    case "unchecked":
      if (verdict.specs.length > 0) {
        return { text: "$(shield) aeonc", tooltip: "Not checked here", level: "plain", command: "aeonc.showOutput" };
      }
      return {
        text: "$(circle-slash) aeonc: not checked",
        tooltip: "No spec is in force. Name one in aeonc.toml or in the setting aeonc.specs.",
        level: "warning",
        command: "aeonc.chooseSpecs",
      };
    case "checking":
      return { text: "$(sync~spin) aeonc: checking", tooltip: "Checking", level: "plain", command: "aeonc.showObligations" };
    case "verified":
      return {
        text: "$(verified-filled) aeonc: verified",
        tooltip: [`Verified: ${cost(verdict)}`, ...heldTo(verdict.specs), ...verdict.notes].join("\n"),
        level: "plain",
        command: "aeonc.showObligations",
      };
    case "checked":
      return {
        text: "$(check) aeonc: spec checked",
        tooltip: `A spec without errors, in force for nothing: ${cost(verdict)}`,
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
      return {
        text: "$(warning) aeonc: not checked",
        tooltip: verdict.message === "" ? "The configuration or a spec cannot be used" : verdict.message,
        level: "warning",
        command: "workbench.actions.view.problems",
      };
    case "failed":
      return {
        text: "$(error) aeonc: failed",
        tooltip: verdict.message === "" ? "Nothing was verified: aeonc failed" : verdict.message,
        level: "error",
        command: "aeonc.checkSetup",
      };
  }
}

function heldTo(specs: string[]): string[] {
  return specs.length === 0 ? [] : [`Held to: ${specs.join(", ")}`];
}

function cost(v: { obligations: number; milliseconds: number }): string {
  return `${counted(v.obligations, "obligation")}, ${v.milliseconds < 10 ? v.milliseconds.toFixed(1) : Math.round(v.milliseconds)} ms`;
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/**
 * Reads the server's notification `aeonc/verdict`. Only the word "verified"
 * itself makes a document verified; what is not understood says nothing.
 */
export function readVerdict(params: unknown): { uri: string; verdict: Verdict } | undefined {
  if (typeof params !== "object" || params === null) {
    return undefined;
  }
  const p = params as Record<string, unknown>;
  if (typeof p.uri !== "string") {
    return undefined;
  }
  return { uri: p.uri, verdict: verdictOf(p) };
}

function verdictOf(p: Record<string, unknown>): Verdict {
  const counts = { obligations: number(p.obligations), milliseconds: number(p.elapsedMs) };
  const message = typeof p.message === "string" ? p.message : "";
  switch (p.verdict) {
    case "checking":
      return { kind: "checking" };
    case "verified":
      return { kind: "verified", ...counts, specs: sentences(p.specs), notes: sentences(p.notes) };
    case "checked":
      return { kind: "checked", ...counts };
    case "rejected":
      return { kind: "rejected", errors: number(p.errors), ...counts };
    case "unchecked":
      return { kind: "unchecked", specs: sentences(p.specs) };
    case "unusable":
      return { kind: "unusable", message };
    case "failed":
      return p.code === "AE901" ? { kind: "no-solver", message } : { kind: "failed", message };
    default:
      return { kind: "unknown" };
  }
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function sentences(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((note) => typeof note === "string") : [];
}
