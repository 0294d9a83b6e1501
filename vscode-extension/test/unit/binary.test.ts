import assert from "node:assert/strict";
import { test } from "node:test";
import { expand, findBinary, type Machine, onPath } from "../../src/binary";

function linux(files: string[], env: Record<string, string> = { PATH: "/usr/bin:/opt/bin" }): Machine {
  return { platform: "linux", home: "/home/u", env, executable: (file) => Promise.resolve(files.includes(file)) };
}

test("the first program on PATH is taken", async () => {
  const machine = linux(["/opt/bin/aeonc", "/home/u/go/bin/aeonc"]);
  assert.deepEqual(await findBinary("", undefined, machine), { file: "/opt/bin/aeonc" });
});

test("without one on PATH, the one that go install made", async () => {
  assert.deepEqual(await findBinary("", undefined, linux(["/home/u/go/bin/aeonc"])), { file: "/home/u/go/bin/aeonc" });
  const env = { PATH: "/usr/bin", GOBIN: "/g/bin", GOPATH: "/w:/v" };
  assert.deepEqual(await findBinary("", undefined, linux(["/g/bin/aeonc", "/w/bin/aeonc"], env)), { file: "/g/bin/aeonc" });
  assert.deepEqual(await findBinary("", undefined, linux(["/w/bin/aeonc"], env)), { file: "/w/bin/aeonc" });
});

test("what is not there is told with the places that were tried", async () => {
  assert.deepEqual(await findBinary("", undefined, linux([])), {
    tried: ["/usr/bin/aeonc", "/opt/bin/aeonc", "/home/u/go/bin/aeonc"],
  });
});

test("a setting that names nothing is not passed over for another binary", async () => {
  assert.deepEqual(await findBinary("/x/aeonc", undefined, linux(["/opt/bin/aeonc"])), { tried: ["/x/aeonc"] });
});

test("relative and empty entries of PATH do not run what lies in the open folder", async () => {
  const machine = linux(["aeonc", "bin/aeonc", "./aeonc"], { PATH: ":.:bin" });
  assert.deepEqual(await findBinary("", "/w", machine), { tried: ["/home/u/go/bin/aeonc"] });
});

test("the setting's variables are expanded", () => {
  const machine = linux([]);
  assert.equal(expand("~/bin/aeonc", "/w", machine), "/home/u/bin/aeonc");
  assert.equal(expand("${workspaceFolder}/bin/aeonc", "/w", machine), "/w/bin/aeonc");
  assert.equal(expand("bin/aeonc", "/w", machine), "/w/bin/aeonc");
  assert.equal(expand("~user/aeonc", "/w", machine), "/w/~user/aeonc");
});

test("on Windows the program ends in .exe and PATH is split at semicolons", async () => {
  const machine: Machine = {
    platform: "win32",
    home: "C:\\Users\\u",
    env: { Path: "C:\\Windows;D:\\tools" },
    executable: (file) => Promise.resolve(file === "D:\\tools\\aeonc.exe"),
  };
  assert.deepEqual(await findBinary("", undefined, machine), { file: "D:\\tools\\aeonc.exe" });
});

test("a program on PATH is found by its name", async () => {
  assert.equal(await onPath("brew", linux(["/opt/bin/brew"])), "/opt/bin/brew");
  assert.equal(await onPath("dnf", linux(["/opt/bin/brew"])), undefined);
});
