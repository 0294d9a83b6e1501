import { type Machine, onPath } from "./binary";

/** Something that keeps plans from being checked, with what helps. */
export interface Problem {
  kind: "no-binary" | "no-solver" | "cannot-run";
  message: string;
  fixes: Fix[];
}

/** One button of a message about a problem. */
export type Fix =
  | { title: string; run: "command"; command: string }
  | { title: string; run: "setting"; setting: string }
  | { title: string; run: "page"; url: string };

/** What `aeonc version` says. */
export interface Versions {
  aeonc: string;
  /** Undefined when no solver was found. */
  libz3: string | undefined;
  /** Why no solver was found, "" when one was. */
  reason: string;
}

const releases = "https://github.com/Z3Prover/z3/releases";
const install = "https://github.com/aeonc/aeonc#install";

/** Reads the output of `aeonc version`; undefined if it is that of another program. */
export function parseVersions(output: string): Versions | undefined {
  const aeonc = /^aeonc (\S+)/m.exec(output)?.[1];
  if (aeonc === undefined) {
    return undefined;
  }
  return {
    aeonc,
    libz3: /^libz3 (\S+)/m.exec(output)?.[1],
    reason: /^no solver: (.*)$/m.exec(output)?.[1]?.trim() ?? "",
  };
}

/** The binary was looked for in `tried` and is not there. */
export async function noBinary(setting: string, tried: string[], machine: Machine): Promise<Problem> {
  const go = await onPath("go", machine);
  const message =
    setting === ""
      ? "aeonc is not installed: it is neither on PATH nor where `go install` puts it."
      : `aeonc.path names ${tried[0] ?? setting}, which is not a program that can be run.`;
  const fixes: Fix[] = [];
  if (go !== undefined) {
    fixes.push({ title: "Install with Go", run: "command", command: "go install github.com/aeonc/aeonc/cmd/aeonc@latest" });
  }
  fixes.push({ title: "Set the Path", run: "setting", setting: "aeonc.path" });
  fixes.push({ title: "How to Install", run: "page", url: install });
  return { kind: "no-binary", message, fixes };
}

/** The binary is there, and the library of Z3 is not. `root` says whether the user is root. */
export async function noSolver(reason: string, z3Path: string, root: boolean, machine: Machine): Promise<Problem> {
  const message =
    z3Path === ""
      ? "Nothing can be verified: aeonc cannot find libz3, the library of the Z3 solver."
      : `Nothing can be verified: aeonc cannot load the library that aeonc.z3Path names, ${z3Path}.`;
  const fixes: Fix[] = [];
  const command = await solverCommand(root, machine);
  if (command !== undefined && z3Path === "") {
    fixes.push({ title: "Install Z3", run: "command", command });
  }
  fixes.push({ title: "Set the Library", run: "setting", setting: "aeonc.z3Path" });
  fixes.push({ title: "Releases of Z3", run: "page", url: releases });
  return { kind: "no-solver", message: reason === "" ? message : `${message} (${reason})`, fixes };
}

/** The file is there and does not answer as aeonc does. */
export function cannotRun(file: string, reason: string): Problem {
  return {
    kind: "cannot-run",
    message: `${file} could not be run as aeonc: ${reason}`,
    fixes: [
      { title: "Set the Path", run: "setting", setting: "aeonc.path" },
      { title: "How to Install", run: "page", url: install },
    ],
  };
}

// The commands of the README's table, for the package manager that is there.
async function solverCommand(root: boolean, machine: Machine): Promise<string | undefined> {
  if (machine.platform === "darwin") {
    return (await onPath("brew", machine)) === undefined ? undefined : "brew install z3";
  }
  if (machine.platform !== "linux") {
    return undefined;
  }
  const managers: [string, string][] = [
    ["apt-get", "apt-get install -y --no-install-recommends libz3-4"],
    ["dnf", "dnf install -y z3-libs"],
    ["pacman", "pacman -S --noconfirm z3"],
  ];
  for (const [program, command] of managers) {
    if ((await onPath(program, machine)) !== undefined) {
      return root ? command : `sudo ${command}`;
    }
  }
  return undefined;
}
