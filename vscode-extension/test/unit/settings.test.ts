import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings, serverSettings } from "../../src/settings";

const all = { types: true, state: true, parameters: true, invariants: true };
const reader = (values: Record<string, unknown>) => (key: string) => values[key];

test("what is not set leaves aeonc.toml in force", () => {
  assert.deepEqual(serverSettings(readSettings(reader({ specs: [], strict: false, timeout: "", contract: " " }))), { hints: all });
});

test("what is set is sent", () => {
  const settings = readSettings(
    reader({ specs: ["github", " a.aeon "], specPath: ["lib"], contract: "publish", strict: true, timeout: "2s", path: " /x ", "hints.types": false }),
  );
  assert.equal(settings.path, "/x");
  assert.deepEqual(serverSettings(settings), {
    specs: ["github", "a.aeon"],
    specPath: ["lib"],
    contract: "publish",
    strict: true,
    timeout: "2s",
    hints: { ...all, types: false },
  });
});

test("a value of the wrong type counts as not set", () => {
  const settings = readSettings(reader({ specs: "github", specPath: [1, null, "lib"], strict: "yes", path: 3 }));
  assert.deepEqual(serverSettings(settings), { specPath: ["lib"], hints: all });
  assert.equal(settings.path, "");
});
