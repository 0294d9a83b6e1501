import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { type Card, cut, emptyPage, page } from "./picture";
import { type Place, sameTrace, type Step, type Trace, traceAt, tracesOf, type Finding } from "./trace";

/** The panel that shows a trace as a picture, and the traces of all documents. */
export class TracePanel implements vscode.Disposable {
  private readonly traces = new Map<string, Trace[]>();
  private panel: vscode.WebviewPanel | undefined;
  private shown: Trace | undefined;
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor() {
    this.subscriptions.push(vscode.window.onDidChangeActiveTextEditor(() => { this.mark(); }));
  }

  /** Takes in the diagnostics of a document, and draws again if it is the one shown. */
  update(uri: string, findings: readonly Finding[]): void {
    const traces = tracesOf(uri, findings);
    if (traces.length === 0) {
      this.traces.delete(uri);
    } else {
      this.traces.set(uri, traces);
    }
    this.mark();
    if (this.panel !== undefined && this.shown?.place.uri === uri) {
      void this.draw(sameTrace(traces, this.shown));
    }
  }

  /** Shows the trace that belongs to the cursor, beside the editor. */
  async show(): Promise<void> {
    const editor = planEditor();
    if (editor === undefined) {
      void vscode.window.showInformationMessage("Open a plan to see the trace of what was rejected in it.");
      return;
    }
    const uri = editor.document.uri.toString();
    const trace = traceAt(this.traces.get(uri) ?? [], uri, editor.selection.active);
    this.panel ??= this.open();
    this.panel.reveal(vscode.ViewColumn.Beside, true);
    this.shown = trace;
    await this.draw(trace);
  }

  dispose(): void {
    this.panel?.dispose();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  // Tells the menus whether there is something to show.
  private mark(): void {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    void vscode.commands.executeCommand("setContext", "aeonc.hasTrace", uri !== undefined && this.traces.has(uri));
  }

  private open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      "aeonc.trace",
      "Trace",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [] },
    );
    panel.webview.onDidReceiveMessage((message: unknown) => {
      if (typeof message === "object" && message !== null && "reveal" in message && typeof message.reveal === "number") {
        void this.reveal(message.reveal);
      }
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.shown = undefined;
    });
    return panel;
  }

  private async draw(trace: Trace | undefined): Promise<void> {
    const nonce = randomBytes(16).toString("base64");
    if (trace === undefined) {
      const sentence = this.shown === undefined ? "Nothing in this document has a trace." : "What was shown here is not there any more.";
      this.put(emptyPage(nonce, sentence));
      return;
    }
    this.shown = trace;
    const html = page({
      trace,
      cards: await Promise.all(trace.steps.map(card)),
      clauses: await Promise.all(trace.clauses.map(card)),
      nonce,
    });
    if (this.shown === trace) {
      this.put(html);
    }
  }

  private put(html: string): void {
    if (this.panel !== undefined) {
      this.panel.webview.html = html;
    }
  }

  private async reveal(index: number): Promise<void> {
    const trace = this.shown;
    const step = trace && [...trace.steps, ...trace.clauses][index];
    if (step !== undefined) {
      await reveal(step.place);
    }
  }
}

/** The editor with the plan or spec in front: the active one, otherwise one that is visible. */
export function planEditor(): vscode.TextEditor | undefined {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  return editors.find((editor) => editor?.document.languageId === "aeon");
}

/** Opens the document of a place, in the first column, with the place selected. */
export async function reveal(place: Place): Promise<void> {
  const { start, end } = place.range;
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const uri = vscode.Uri.parse(place.uri);
  const column = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === uri.toString())?.viewColumn;
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: column ?? vscode.ViewColumn.One, selection: range });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function card(step: Step): Promise<Card> {
  const uri = vscode.Uri.parse(step.place.uri);
  const { start, end } = step.place.range;
  const where = `${uri.path.split("/").at(-1) ?? uri.path}:${start.line + 1}`;
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const text = document.lineAt(start.line).text;
    return { step, where, code: cut(text, start.character, end.line === start.line ? end.character : text.length) };
  } catch {
    // A document that cannot be read has no line to show.
    return { step, where, code: { before: "", marked: "", after: "" } };
  }
}
