import * as vscode from "vscode";
import { showExplanation } from "./explanation";
import { ObligationsView } from "./obligationsView";
import { offerFixes } from "./repairSetup";
import { Server } from "./server";
import type { Problem } from "./setup";
import { StatusBar } from "./statusBar";
import { TracePanel } from "./tracePanel";
import { readVerdict } from "./verdict";

/** Starts the server and everything that shows what it says. */
export function activate(context: vscode.ExtensionContext): void {
  const status = new StatusBar();
  const traces = new TracePanel();
  let problem: Problem | undefined;
  let offered = "";

  const server = new Server({
    running(state) {
      status.setRunning(state);
      void vscode.commands.executeCommand("setContext", "aeonc.ready", state === "running" && problem === undefined);
    },
    problem(found) {
      problem = found;
      status.setProblem(found);
      // One message per problem, not one per restart.
      if (found !== undefined && found.message !== offered) {
        void offerFixes(found, () => server.restart());
      }
      offered = found?.message ?? "";
    },
    verdict(params) {
      const read = readVerdict(params);
      if (read !== undefined) {
        status.setVerdict(read.uri, read.verdict);
        void vscode.commands.executeCommand("setContext", "aeonc.verdict", read.verdict.kind);
        if (read.verdict.kind !== "checking") {
          obligations.refresh();
        }
      }
    },
    findings(uri, findings) {
      traces.update(uri, findings);
    },
  });
  const obligations = new ObligationsView(server);

  context.subscriptions.push(
    server,
    status,
    traces,
    obligations,
    vscode.commands.registerCommand("aeonc.restart", () => {
      offered = "";
      return server.restart();
    }),
    vscode.commands.registerCommand("aeonc.showObligations", () => obligations.show()),
    vscode.commands.registerCommand("aeonc.showTrace", () => traces.show()),
    vscode.commands.registerCommand("aeonc.explain", (code?: unknown) => showExplanation(server, code)),
    vscode.commands.registerCommand("aeonc.chooseSpecs", () =>
      vscode.commands.executeCommand("workbench.action.openSettings", "aeonc.specs"),
    ),
    vscode.commands.registerCommand("aeonc.showOutput", () => {
      server.showOutput();
    }),
    vscode.commands.registerCommand("aeonc.checkSetup", async () => {
      offered = "";
      await server.restart();
      if (problem === undefined) {
        void vscode.window.showInformationMessage(`aeonc is ready: ${((await server.run(["version"])) ?? "").trim().replace("\n", ", ")}`);
      }
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("aeonc.path") || change.affectsConfiguration("aeonc.z3Path")) {
        void server.restart();
      } else if (change.affectsConfiguration("aeonc")) {
        void server.configure();
      }
    }),
  );
  void server.restart();
}
