import * as vscode from "vscode";
import type { Fix, Problem } from "./setup";

/** Tells the problem, and does what the user picks. `retry` runs after an installation that succeeded. */
export async function offerFixes(problem: Problem, retry: () => Promise<void>): Promise<void> {
  const picked = await vscode.window.showErrorMessage(problem.message, ...problem.fixes.map((fix) => fix.title));
  const fix = problem.fixes.find((f) => f.title === picked);
  if (fix !== undefined) {
    await apply(fix, retry);
  }
}

async function apply(fix: Fix, retry: () => Promise<void>): Promise<void> {
  switch (fix.run) {
    case "setting":
      await vscode.commands.executeCommand("workbench.action.openSettings", fix.setting);
      return;
    case "page":
      await vscode.env.openExternal(vscode.Uri.parse(fix.url));
      return;
    case "command":
      if (await succeeds(fix.title, fix.command)) {
        await retry();
      }
  }
}

// The command runs in a terminal, where the user sees it and can give a password.
async function succeeds(title: string, command: string): Promise<boolean> {
  const task = new vscode.Task({ type: "aeonc" }, vscode.TaskScope.Global, title, "aeonc", new vscode.ShellExecution(command));
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true };
  const execution = await vscode.tasks.executeTask(task);
  return new Promise((resolve) => {
    const ended = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution === execution) {
        ended.dispose();
        resolve(event.exitCode === 0);
      }
    });
  });
}
