import * as vscode from "vscode";
import type { Server } from "./server";

const scheme = "aeonc-explain";
let pages: vscode.Disposable | undefined;

/**
 * Shows what a code means: the code given, or that of the diagnostic at the
 * cursor, otherwise the user is asked for one.
 */
export async function showExplanation(server: Server, given: unknown): Promise<void> {
  const code = typeof given === "string" ? given : (atCursor() ?? (await vscode.window.showInputBox({ prompt: "Code", placeHolder: "AE301" })));
  if (code === undefined || !/^AE[0-9]{3}$/i.test(code.trim())) {
    return;
  }
  pages ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async (uri) =>
      (await server.run(["explain", uri.path.slice(0, -".md".length)])) ?? "There is no page about this code.",
  });
  await vscode.commands.executeCommand("markdown.showPreviewToSide", vscode.Uri.from({ scheme, path: `${code.trim().toUpperCase()}.md` }));
}

function atCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const at = editor.selection.active;
  const here = vscode.languages.getDiagnostics(editor.document.uri);
  const found = here.find((d) => d.range.contains(at)) ?? here.find((d) => d.range.start.line === at.line);
  const code = typeof found?.code === "object" ? found.code.value : found?.code;
  return code === undefined ? undefined : String(code);
}
