import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { readSettings } from "../../src/settings";

interface Manifest {
  icon: string;
  version: string;
  contributes: {
    languages: { configuration: string; icon: Record<string, string> }[];
    grammars: { path: string; scopeName: string }[];
    snippets: { path: string }[];
    commands: { command: string }[];
    menus: Record<string, { command: string }[]>;
    configuration: { properties: Record<string, { default: unknown }> };
    walkthroughs: { steps: { description: string; media: { markdown: string }; completionEvents: string[] }[] }[];
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const contributes = manifest.contributes;
const commands = contributes.commands.map((c) => c.command);
const source = readdirSync("src").map((name) => readFileSync(`src/${name}`, "utf8")).join("\n");

test("every command that is offered is there, and the other way round", () => {
  const registered = [...source.matchAll(/registerCommand\("([^"]+)"/g)].map((m) => m[1]);
  for (const command of commands) {
    assert.ok(registered.includes(command), command);
  }
  const mentioned = [
    ...Object.values(contributes.menus).flatMap((items) => items.map((item) => item.command)),
    ...[...source.matchAll(/command: "(aeonc\.[^"]+)"/g)].map((m) => m[1]),
    ...contributes.walkthroughs.flatMap((w) =>
      w.steps.flatMap((s) => [
        ...[...s.description.matchAll(/command:(aeonc\.\w+)/g)].map((m) => m[1]),
        ...s.completionEvents.filter((e) => e.startsWith("onCommand:")).map((e) => e.slice("onCommand:".length)),
      ]),
    ),
  ];
  for (const command of mentioned) {
    assert.ok(command !== undefined && registered.includes(command), command);
  }
});

test("every file that is named is there", () => {
  const files = [
    manifest.icon,
    ...contributes.languages.flatMap((l) => [l.configuration, ...Object.values(l.icon)]),
    ...contributes.grammars.map((g) => g.path),
    ...contributes.snippets.map((s) => s.path),
    ...contributes.walkthroughs.flatMap((w) => w.steps.map((s) => s.media.markdown)),
  ];
  for (const file of files) {
    assert.ok(existsSync(file), file);
  }
  for (const grammar of contributes.grammars) {
    assert.equal((JSON.parse(readFileSync(grammar.path, "utf8")) as { scopeName: string }).scopeName, grammar.scopeName);
  }
});

test("the settings that are read are those that are offered", () => {
  const read: string[] = [];
  readSettings((key) => read.push(`aeonc.${key}`));
  const offered = Object.keys(contributes.configuration.properties).filter((key) => key !== "aeonc.trace.server");
  assert.deepEqual(read.sort(), offered.sort());
});

test("the version has an entry in the list of changes", () => {
  assert.ok(readFileSync("CHANGELOG.md", "utf8").includes(`## ${manifest.version}`));
});
