import type { Place } from "./trace";

/** What had to be proved, as the server tells it. */
export interface Obligation {
  kind: string;
  status: "proved" | "refuted" | "undecided";
  /** The condition, as its author wrote it. */
  text: string;
  callee?: string;
  param?: string;
  at: Place;
  clause?: Place;
  facts?: string[];
  counterexample?: { name: string; value: string }[];
}

/** What is known of a variable at the position asked about. */
export interface Known {
  name: string;
  facts: string[];
}

/** The answer to `aeonc/obligations`. */
export interface ProofState {
  obligations: Obligation[];
  state?: Known[];
}

/** One row of the view. */
export interface Row {
  label: string;
  /** Shown after the label, paler. */
  detail: string;
  icon: string;
  color?: string;
  tooltip?: string;
  place?: Place;
  rows: Row[];
}

/** The rows that show `proof`: what is known at the cursor first, then what is to be proved. */
export function rows(proof: ProofState): Row[] {
  const known = (proof.state ?? []).map(
    (k): Row => ({
      label: k.name,
      detail: k.facts.length === 0 ? "nothing is known" : k.facts.join(", "),
      icon: "symbol-variable",
      rows: k.facts.map((fact) => leaf(fact, "symbol-property")),
    }),
  );
  return [...known, ...proof.obligations.map(obligationRow)];
}

/** "7 obligations, 1 not proved", for the view's title. */
export function summary(proof: ProofState): string {
  const open = proof.obligations.filter((o) => o.status !== "proved").length;
  const all = `${proof.obligations.length} obligation${proof.obligations.length === 1 ? "" : "s"}`;
  return open === 0 ? all : `${all}, ${open} not proved`;
}

function obligationRow(o: Obligation): Row {
  const of = [o.callee, o.param].filter((part) => part !== undefined && part !== "").join(", ");
  return {
    label: o.text,
    detail: [o.kind, of].filter((part) => part !== "").join(" of "),
    ...looks[o.status],
    tooltip: `${o.status}: ${o.text}`,
    ...placed(o.at),
    rows: [
      ...(o.facts ?? []).map((fact) => leaf(fact, "symbol-property")),
      ...(o.counterexample ?? []).map((b) => leaf(`${b.name}: ${b.value}`, "debug-alt-small")),
      ...(o.clause === undefined ? [] : [{ ...leaf("stated here", "law"), ...placed(o.clause) }]),
    ],
  };
}

// A place without a document is in none that could be opened.
function placed(place: Place): { place?: Place } {
  return place.uri === "" ? {} : { place };
}

const looks = {
  proved: { icon: "pass", color: "testing.iconPassed" },
  refuted: { icon: "error", color: "testing.iconFailed" },
  undecided: { icon: "question", color: "testing.iconQueued" },
};

function leaf(label: string, icon: string): Row {
  return { label, detail: "", icon, rows: [] };
}
