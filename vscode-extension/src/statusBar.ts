import * as vscode from "vscode";
import type { Problem } from "./setup";
import { show, type Verdict } from "./verdict";

/** The status bar's word on the document in front. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("aeonc.verdict", vscode.StatusBarAlignment.Left, 10);
  private readonly verdicts = new Map<string, Verdict>();
  private running: "starting" | "running" | "stopped" = "starting";
  private obstacle: Problem | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.item.name = "aeonc";
    this.subscriptions = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => { this.draw(); }),
      vscode.workspace.onDidCloseTextDocument((document) => this.verdicts.delete(document.uri.toString())),
    ];
    this.draw();
  }

  /** The server starts, runs, or has ended; what it said before does not count any more. */
  setRunning(state: "starting" | "running" | "stopped"): void {
    this.running = state;
    if (state !== "running") {
      this.verdicts.clear();
    }
    this.draw();
  }

  /** What keeps plans from being checked, undefined if nothing does. */
  setProblem(problem: Problem | undefined): void {
    this.obstacle = problem;
    this.draw();
  }

  /** The server's word on a document. */
  setVerdict(uri: string, verdict: Verdict): void {
    this.verdicts.set(uri, verdict);
    this.draw();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== "aeon") {
      this.item.hide();
      return;
    }
    const shown = show(this.verdict(document.uri.toString()));
    this.item.text = shown.text;
    this.item.tooltip = shown.tooltip;
    this.item.command = shown.command;
    this.item.backgroundColor =
      shown.level === "plain" ? undefined : new vscode.ThemeColor(`statusBarItem.${shown.level}Background`);
    this.item.accessibilityInformation = { label: shown.text.replace(/^\$\([^)]*\) /, "") };
    this.item.show();
  }

  private verdict(uri: string): Verdict {
    const problem = this.obstacle;
    if (problem !== undefined) {
      return problem.kind === "cannot-run" ? { kind: "stopped", message: problem.message } : { kind: problem.kind, message: problem.message };
    }
    if (this.running === "starting") {
      return { kind: "starting" };
    }
    if (this.running === "stopped") {
      return { kind: "stopped", message: "The language server has stopped. A click starts it again." };
    }
    return this.verdicts.get(uri) ?? { kind: "unknown" };
  }
}
