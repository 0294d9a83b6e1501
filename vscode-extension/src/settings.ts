/** The settings `aeonc.*` as the user wrote them. */
export interface Settings {
  path: string;
  z3Path: string;
  specs: string[];
  specPath: string[];
  contract: string;
  strict: boolean;
  timeout: string;
  hints: Record<Hint, boolean>;
}

/** The kinds of inlay hints. */
export type Hint = "types" | "state" | "parameters" | "invariants";

const hints: readonly Hint[] = ["types", "state", "parameters", "invariants"];

/** What the server is told; an absent key leaves `aeonc.toml` in force. */
export interface ServerSettings {
  specs?: string[];
  specPath?: string[];
  contract?: string;
  strict?: boolean;
  timeout?: string;
  hints: Record<Hint, boolean>;
}

/** Reads one setting by its name below `aeonc`. */
export type Reader = (key: string) => unknown;

/**
 * The settings that `read` yields. Whatever has the wrong type, which the
 * settings file allows, counts as not set.
 */
export function readSettings(read: Reader): Settings {
  return {
    path: text(read("path")),
    z3Path: text(read("z3Path")),
    specs: texts(read("specs")),
    specPath: texts(read("specPath")),
    contract: text(read("contract")),
    strict: read("strict") === true,
    timeout: text(read("timeout")),
    hints: Object.fromEntries(hints.map((hint) => [hint, read(`hints.${hint}`) !== false])) as Record<Hint, boolean>,
  };
}

/** The part of the settings that the server is told, without what is not set. */
export function serverSettings(s: Settings): ServerSettings {
  return {
    ...(s.specs.length > 0 && { specs: s.specs }),
    ...(s.specPath.length > 0 && { specPath: s.specPath }),
    ...(s.contract !== "" && { contract: s.contract }),
    ...(s.strict && { strict: true }),
    ...(s.timeout !== "" && { timeout: s.timeout }),
    hints: s.hints,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text).filter((t) => t !== "") : [];
}
