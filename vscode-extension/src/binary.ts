import * as path from "node:path";

/** What looking for a binary needs to know of the machine. */
export interface Machine {
  platform: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether the file exists and may be executed. */
  executable(file: string): Promise<boolean>;
}

/** The binary, or the places where it was looked for in vain. */
export type Found = { file: string } | { tried: string[] };

/**
 * Finds the `aeonc` binary: the file that `setting` names, otherwise the first
 * one on PATH, otherwise where `go install` puts it. A setting that names no
 * executable file is not passed over for another place.
 */
export async function findBinary(setting: string, folder: string | undefined, machine: Machine): Promise<Found> {
  const candidates = setting === "" ? defaults(machine) : [expand(setting, folder, machine)];
  for (const file of candidates) {
    if (await machine.executable(file)) {
      return { file };
    }
  }
  return { tried: candidates };
}

/** `file` with a leading `~` and `${workspaceFolder}` replaced, and absolute where a folder is open. */
export function expand(file: string, folder: string | undefined, machine: Pick<Machine, "platform" | "home">): string {
  const system = paths(machine.platform);
  let full = file;
  if (full === "~" || full.startsWith("~/") || full.startsWith("~\\")) {
    full = system.join(machine.home, full.slice(1));
  }
  full = full.replaceAll("${workspaceFolder}", folder ?? "");
  return folder === undefined || system.isAbsolute(full) ? full : system.join(folder, full);
}

/** The file of a program on PATH, undefined if it is not there. */
export async function onPath(program: string, machine: Machine): Promise<string | undefined> {
  for (const file of pathCandidates(program, machine)) {
    if (await machine.executable(file)) {
      return file;
    }
  }
  return undefined;
}

function defaults(machine: Machine): string[] {
  const system = paths(machine.platform);
  const name = executableName("aeonc", machine.platform);
  const workspaces = (machine.env.GOPATH ?? "").split(system.delimiter).filter((folder) => folder !== "");
  const folders = [
    machine.env.GOBIN ?? "",
    system.join(workspaces[0] ?? system.join(machine.home, "go"), "bin"),
  ];
  return [
    ...pathCandidates("aeonc", machine),
    ...folders.filter((folder) => system.isAbsolute(folder)).map((folder) => system.join(folder, name)),
  ];
}

// A relative or empty entry of PATH would run what lies in the folder that
// happens to be open, so only absolute ones count.
function pathCandidates(program: string, machine: Machine): string[] {
  const system = paths(machine.platform);
  const search = machine.env.PATH ?? machine.env.Path ?? "";
  return search
    .split(system.delimiter)
    .filter((folder) => system.isAbsolute(folder))
    .map((folder) => system.join(folder, executableName(program, machine.platform)));
}

function executableName(program: string, platform: string): string {
  return platform === "win32" ? `${program}.exe` : program;
}

function paths(platform: string): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}
