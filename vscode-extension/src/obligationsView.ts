import * as vscode from "vscode";
import { type ProofState, type Row, rows, summary } from "./obligations";
import type { Server } from "./server";
import { planEditor, reveal } from "./tracePanel";

const settle = 150; // milliseconds from the last move of the cursor to the question

/** The view of what has to be proved at the cursor. */
export class ObligationsView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Row>;
  private readonly subscriptions: vscode.Disposable[];
  private content: Row[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: vscode.CancellationTokenSource | undefined;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView("aeonc.obligations", { treeDataProvider: this });
    this.subscriptions = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(() => { this.refresh(); }),
      vscode.window.onDidChangeTextEditorSelection(() => { this.refresh(); }),
      vscode.window.onDidChangeActiveTextEditor(() => { this.refresh(); }),
      vscode.commands.registerCommand("aeonc.reveal", reveal),
    ];
  }

  /** Brings the view to the front. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand("aeonc.obligations.focus");
    this.refresh();
  }

  /** Asks again, once the cursor has come to rest. */
  refresh(): void {
    clearTimeout(this.timer);
    if (this.view.visible) {
      this.timer = setTimeout(() => void this.ask(), settle);
    }
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(
      row.label,
      row.rows.length === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.description = row.detail;
    item.iconPath = new vscode.ThemeIcon(row.icon, row.color === undefined ? undefined : new vscode.ThemeColor(row.color));
    if (row.tooltip !== undefined) {
      item.tooltip = row.tooltip;
    }
    if (row.place !== undefined) {
      item.command = { command: "aeonc.reveal", title: "Go There", arguments: [row.place] };
    }
    return item;
  }

  getChildren(row?: Row): Row[] {
    return row === undefined ? this.content : row.rows;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async ask(): Promise<void> {
    this.asking?.cancel();
    const editor = planEditor();
    if (editor === undefined) {
      return;
    }
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    const { line, character } = editor.selection.active;
    const answer = await this.server.request(
      "aeonc/obligations",
      { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } },
      asking.token,
    );
    if (asking.token.isCancellationRequested) {
      return;
    }
    const proof = answer as ProofState | null | undefined;
    this.content = proof ? rows(proof) : [];
    this.view.description = proof ? summary(proof) : "";
    this.changed.fire(undefined);
  }
}
