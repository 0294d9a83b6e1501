import type { Role, Step, Trace } from "./trace";

/** A step with what the picture shows of it besides. */
export interface Card {
  step: Step;
  /** "plan.aeon:6" */
  where: string;
  /** The line of the source, "" where it cannot be had, and the part of it that is meant. */
  code: { before: string; marked: string; after: string };
}

/** What a page of the picture needs. */
export interface Page {
  trace: Trace;
  cards: Card[];
  clauses: Card[];
  /** For the page's own script and style. */
  nonce: string;
}

const titles: Record<Role, string> = {
  source: "source",
  through: "through",
  sink: "sink",
  clause: "asked for",
};

/**
 * The line `text`, cut at the columns (UTF-16 units) that are meant. Space at
 * either end is dropped.
 */
export function cut(text: string, start: number, end: number): Card["code"] {
  const from = Math.min(Math.max(start, 0), text.length);
  const to = Math.min(Math.max(end, from), text.length);
  return {
    before: text.slice(0, from).trimStart(),
    marked: text.slice(from, to),
    after: text.slice(to).trimEnd(),
  };
}

/**
 * The page that shows a trace: a column of cards from source to sink, joined
 * by arrows, with the clause that is broken beside the sink. A click on card
 * `i` posts `{ reveal: i }`; the clauses are counted on after the steps.
 */
export function page(p: Page): string {
  const flow = p.cards.map((card, i) => drawn(card, i, i === 0 ? "" : arrow)).join("\n");
  const clauses = p.clauses.map((card, i) => drawn(card, p.cards.length + i, "")).join("\n");
  return framed(
    p.nonce,
    `<h1><span class="code">${escape(p.trace.code)}</span> ${prose(p.trace.message)}</h1>
<ol aria-label="Data flow from source to sink">
${flow}
</ol>
${clauses === "" ? "" : `<h2>What it runs into</h2>\n<ul>\n${clauses}\n</ul>`}`,
  );
}

/** The page for when there is no trace to show. */
export function emptyPage(nonce: string, sentence: string): string {
  return framed(nonce, `<p class="empty">${escape(sentence)}</p>`);
}

/** `text` with what means something in HTML made harmless. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** A sentence, with what stands between backquotes as code. */
function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<q>$1</q>");
}

const arrow = `<svg class="arrow" viewBox="0 0 24 34" width="24" height="34" aria-hidden="true"><path d="M12 0v25M5 19l7 9 7-9"/></svg>`;

function drawn(card: Card, index: number, before: string): string {
  const { code } = card;
  const line =
    code.before + code.marked + code.after === ""
      ? ""
      : `<code>${escape(code.before)}<mark>${escape(code.marked)}</mark>${escape(code.after)}</code>`;
  return `<li>${before}<button class="card ${card.step.role}" data-step="${index}" title="Go to ${escape(card.where)}">
<span class="role">${titles[card.step.role]}</span><span class="where">${escape(card.where)}</span>
${line}
<span class="message">${prose(card.step.message)}</span>
</button></li>`;
}

function framed(nonce: string, body: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Trace</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
${body}
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}

const script = `
const vscode = acquireVsCodeApi();
for (const card of document.querySelectorAll("[data-step]")) {
  card.addEventListener("click", () => vscode.postMessage({ reveal: Number(card.dataset.step) }));
}
`;

const style = `
body { padding: 12px 16px; font-family: var(--vscode-font-family); color: var(--vscode-foreground); }
h1 { font-size: 1.1em; font-weight: 600; margin: 0 0 16px; }
h2 { font-size: 1em; font-weight: 600; margin: 20px 0 8px; opacity: .8; }
.code { font-family: var(--vscode-editor-font-family); opacity: .75; margin-right: 6px; }
ol, ul { list-style: none; margin: 0; padding: 0; max-width: 640px; }
.card { display: block; width: 100%; box-sizing: border-box; text-align: left; padding: 8px 12px; border-radius: 6px;
  border: 1px solid var(--vscode-panel-border, #8884); border-left: 5px solid var(--edge);
  background: var(--vscode-editorWidget-background); color: inherit; font: inherit; cursor: pointer; }
.card:hover, .card:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
.source { --edge: var(--vscode-charts-yellow, #d9a400); }
.through { --edge: var(--vscode-charts-blue, #3794ff); }
.sink { --edge: var(--vscode-charts-red, #e4572e); }
.clause { --edge: var(--vscode-charts-purple, #a15fd0); border-style: dashed; border-left-style: solid; margin-bottom: 8px; }
.role { font-weight: 600; color: var(--edge); }
.where { float: right; opacity: .7; }
q { quotes: none; font-family: var(--vscode-editor-font-family); color: var(--vscode-textPreformat-foreground); }
code { display: block; margin: 6px 0; padding: 4px 6px; overflow-x: auto; white-space: pre; border-radius: 4px;
  font-family: var(--vscode-editor-font-family); background: var(--vscode-textCodeBlock-background); color: var(--vscode-editor-foreground); }
mark { color: inherit; background: none; border-bottom: 2px solid var(--edge); font-weight: 600; }
.message { display: block; }
.arrow { display: block; margin: 2px auto; fill: none; stroke: var(--vscode-foreground); stroke-width: 2; opacity: .6; }
.empty { opacity: .8; }
`;
