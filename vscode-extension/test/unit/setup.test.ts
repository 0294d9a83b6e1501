import assert from "node:assert/strict";
import { test } from "node:test";
import type { Machine } from "../../src/binary";
import { cannotRun, noBinary, noSolver, parseVersions } from "../../src/setup";

function having(platform: string, ...files: string[]): Machine {
  return { platform, home: "/home/u", env: { PATH: "/bin" }, executable: (file) => Promise.resolve(files.includes(file)) };
}

test("the output of aeonc version is read", () => {
  assert.deepEqual(parseVersions("aeonc 0.1.0 (go1.26, linux/amd64)\nlibz3 4.8.12 (libz3.so.4)\n"), {
    aeonc: "0.1.0",
    libz3: "4.8.12",
    reason: "",
  });
  assert.deepEqual(parseVersions("aeonc 0.1.0 (go1.26, linux/amd64)\nno solver: libz3 not found; tried /x\n"), {
    aeonc: "0.1.0",
    libz3: undefined,
    reason: "libz3 not found; tried /x",
  });
  assert.equal(parseVersions("another program\n"), undefined);
});

test("a missing binary is offered by go install, where Go is there", async () => {
  const problem = await noBinary("", ["/bin/aeonc"], having("linux", "/bin/go"));
  assert.equal(problem.kind, "no-binary");
  assert.deepEqual(problem.fixes[0], {
    title: "Install with Go",
    run: "command",
    command: "go install github.com/aeonc/aeonc/cmd/aeonc@latest",
  });
  const without = await noBinary("", ["/bin/aeonc"], having("linux"));
  assert.deepEqual(without.fixes.map((fix) => fix.title), ["Set the Path", "How to Install"]);
});

test("a setting that names no program is named in the message", async () => {
  const problem = await noBinary("~/x", ["/home/u/x"], having("linux"));
  assert.match(problem.message, /aeonc\.path names \/home\/u\/x,/);
});

test("a missing solver is installed by the package manager that is there", async () => {
  const command = async (root: boolean, machine: Machine) => {
    const fix = (await noSolver("", "", root, machine)).fixes[0];
    return fix?.run === "command" ? fix.command : undefined;
  };
  assert.equal(await command(true, having("linux", "/bin/apt-get")), "apt-get install -y --no-install-recommends libz3-4");
  assert.equal(await command(false, having("linux", "/bin/apt-get")), "sudo apt-get install -y --no-install-recommends libz3-4");
  assert.equal(await command(false, having("linux", "/bin/dnf")), "sudo dnf install -y z3-libs");
  assert.equal(await command(false, having("linux", "/bin/pacman")), "sudo pacman -S --noconfirm z3");
  assert.equal(await command(false, having("darwin", "/bin/brew")), "brew install z3");
  assert.equal(await command(false, having("linux")), undefined);
  assert.equal(await command(false, having("win32", "/bin/apt-get")), undefined);
});

test("a library that the setting names is not mended by installing another", async () => {
  const problem = await noSolver("no such file", "/x/libz3.so", true, having("linux", "/bin/apt-get"));
  assert.match(problem.message, /aeonc\.z3Path names, \/x\/libz3\.so\. \(no such file\)/);
  assert.deepEqual(problem.fixes.map((fix) => fix.title), ["Set the Library", "Releases of Z3"]);
});

test("a program that is not aeonc is named", () => {
  assert.match(cannotRun("/bin/x", "exit 1").message, /^\/bin\/x could not be run as aeonc: exit 1$/);
});
