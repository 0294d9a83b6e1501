import * as vscode from "vscode";
import type { Server } from "./server";

/** The scheme of documents that show the modules built into aeonc: `aeonc-spec:/github.aeon`. */
const scheme = "aeonc-spec";

/** Lets the modules that are built into aeonc be opened, read-only. */
export function serveBuiltinSpecs(server: Server): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async (uri) => {
      const module = /^\/?([A-Za-z_][\w.]*)\.aeon$/.exec(uri.path)?.[1];
      return (module && (await server.run(["specs", "show", module]))) ?? "# There is no such module.\n";
    },
  });
}
