// The extension in a real VS Code. Needs what scripts/setup-code-server
// installs, aeonc.vsix, and the binary that AEONC names.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { openWorkbench, patience, repository, until } from "./workbench.mjs";

const binary = resolve(process.env.AEONC || join(repository, "bin/aeonc"));
const pictures = resolve(process.env.SCREENSHOTS || join(repository, "vscode-extension/out/screenshots"));
mkdirSync(pictures, { recursive: true });

const example = (name) => readFileSync(join(repository, "examples", name), "utf8");
const configuration = 'specs = ["github"]\n';

const typed = `let repo := largest_repo s in
let (data, s) := read_all_data s repo in
if isPrivate repo then `;

describe("the example attack", () => {
  let code;
  before(async () => {
    code = await openWorkbench({
      files: { "aeonc.toml": configuration, "exfiltrate.aeon": example("exfiltrate.aeon"), "typed.aeon": typed, "notes.md": notes },
      settings: { "aeonc.path": binary },
    });
  });
  after(() => code?.close());

  test("it is rejected, and what the sink is given is underlined", async () => {
    await code.open("exfiltrate.aeon");
    await code.says("rejected");
    await code.squiggles().first().waitFor({ timeout: patience });
    assert.deepEqual(await code.underlined(), ["s", "repo"]);
    const problems = await code.problems();
    assert.match(problems.join("\n"), /precondition not provable: `sessionTainted s = false` aeonc AE301 \[Ln 7, Col 19\]/);
  });

  test("a hover shows the state of the session", async () => {
    const before = await code.hover(5, 26, "sessionTainted s");
    assert.match(before, /sessionTainted s = false, because the contract/);
    await code.page.keyboard.press("Escape");
    const after = await code.hover(6, 12, "sessionTainted s is not known");
    assert.match(after, /sessionTainted s2 = \(repoPrivate r \|\| sessionTainted s\)/);
    await code.picture(join(pictures, "vscode-hover.png"));
    await code.page.keyboard.press("Escape");
  });

  test("the trace is a picture whose cards lead to their places", async () => {
    await code.goto(7, 19);
    await code.command("Show Trace as a Picture");
    const panel = await code.panel(".card.sink");
    const cards = await panel
      .locator("ol .card")
      .evaluateAll((all) => all.map((card) => [card.classList[1], card.querySelector("mark").textContent]));
    assert.equal(cards[0][0], "source");
    assert.deepEqual(cards.at(-1), ["sink", "s"]);
    await code.picture(join(pictures, "vscode-trace.png"));
    await panel.locator(".card", { has: panel.locator("mark", { hasText: "read_all_data" }) }).click();
    await until(async () => (await code.cursor()).startsWith("Ln 6, Col 38"), async () => code.cursor());
  });

  test("the view shows what has to be proved at the cursor", async () => {
    await code.open("exfiltrate.aeon");
    await code.goto(7, 19);
    await code.command("Show Obligations");
    const row = code.page.locator(".pane-body .monaco-list-row", { hasText: "sessionTainted s = false" });
    await row.first().waitFor({ timeout: patience });
    assert.match(await row.first().innerText(), /precondition of createIssuePublic, s/);
  });

  test("a click on the lens shows what had to be proved", async () => {
    await code.open("exfiltrate.aeon");
    await code.page.locator(".codelens-decoration a", { hasText: "1 of 3 obligations proved" }).first().click();
    await code.page.locator('.tab[data-resource-name="exfiltrate.vc.txt"]').waitFor({ timeout: patience });
    await code.page.locator(".view-line", { hasText: /precondition\sof/ }).first().waitFor({ timeout: patience });
    await code.page.keyboard.press("Control+F4");
  });

  test("completion says why a call cannot be made here", async () => {
    await code.open("typed.aeon");
    await code.page.keyboard.press("Control+End");
    await code.page.keyboard.type("createIssueP");
    const row = code.page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: "createIssuePublic" });
    await until(async () => {
      await code.page.keyboard.press("Control+Space");
      return row.first().waitFor({ timeout: 5_000 }).then(() => true, () => code.page.keyboard.press("Escape").then(() => false));
    }, "nothing is offered");
    assert.match((await row.first().innerText()).replaceAll("\u00a0", " "), /cannot be called here/);
    const reason = code.page.locator(".suggest-details-container:visible");
    if ((await reason.count()) === 0) {
      await code.page.keyboard.press("Control+Space");
    }
    await reason.first().waitFor({ timeout: patience });
    assert.match((await reason.first().innerText()).replaceAll("\u00a0", " "), /`sessionTainted s = false` does not hold of `s`/);
    await code.picture(join(pictures, "vscode-completion.png"));
    await code.page.keyboard.press("Escape");
    for (let i = 0; i < "createIssueP".length; i++) {
      await code.page.keyboard.press("Backspace");
    }
    await code.page.keyboard.press("Control+F4");
  });

  test("the quick fix is applied, and the squiggles go", async () => {
    await code.open("exfiltrate.aeon");
    await code.goto(7, 19);
    const menu = code.page.locator(".action-widget .monaco-list-row.focused", { hasText: "isTainted s" });
    await until(async () => {
      await code.page.keyboard.press("Control+.");
      return menu.first().waitFor({ timeout: 5_000 }).then(() => true, () => code.page.keyboard.press("Escape").then(() => false));
    }, "no quick fix is offered");
    await code.picture(join(pictures, "vscode-fix.png"));
    await code.page.keyboard.press("Enter");
    await until(async () => (await code.squiggles().count()) === 0, "the squiggles stay");
    await code.says("verified");
    await code.picture(join(pictures, "vscode-verified.png"));
    assert.match((await code.panel(".empty").then((panel) => panel.locator(".empty").innerText())), /not there any more/);
  });

  test("what is typed is checked", async () => {
    await code.page.keyboard.press("Control+End");
    await code.page.keyboard.type("x");
    await code.says("rejected");
    await code.page.keyboard.press("Backspace");
    await code.says("verified");
  });

  test("after a restart it is checked again", async () => {
    await code.command("Restart Language Server");
    await code.says("verified");
    await code.page.keyboard.type("x");
    await code.says("rejected");
  });

  test("what a code means is shown beside the plan", async () => {
    await code.command("Explain the Diagnostic");
    await code.panel("h1:has-text('AE')");
  });

  test("a block in Markdown is highlighted", async () => {
    await code.page.keyboard.press("Control+1");
    await code.open("notes.md");
    const word = code.page.locator(".view-line", { hasText: "largest" }).locator("span span", { hasText: /^let$/ });
    await word.first().waitFor({ timeout: patience });
  });
});

describe("what is missing", () => {
  test("without the binary there is a message with a fix, after which plans are checked", async () => {
    const code = await openWorkbench({
      files: { "aeonc.toml": configuration, "safe.aeon": example("safe.aeon") },
      settings: { "aeonc.path": "/nowhere/aeonc" },
    });
    try {
      await code.open("safe.aeon");
      const message = code.page.locator(".notification-list-item", { hasText: "aeonc.path names /nowhere/aeonc" });
      await message.waitFor({ timeout: patience });
      assert.match(await code.status().innerText(), /not installed/);
      await message.getByText("Set the Path").click();
      await code.page.locator(".settings-editor").waitFor({ timeout: patience });
      code.configure({ "aeonc.path": binary });
      await code.open("safe.aeon");
      await code.says("verified");
    } finally {
      await code.close();
    }
  });

  test("without libz3 there is a message with a fix, and nothing is called verified", async () => {
    const code = await openWorkbench({
      files: { "aeonc.toml": configuration, "safe.aeon": example("safe.aeon") },
      settings: { "aeonc.path": binary, "aeonc.z3Path": "/nowhere/libz3.so" },
    });
    try {
      await code.open("safe.aeon");
      const message = code.page.locator(".notification-list-item", { hasText: "aeonc.z3Path names, /nowhere/libz3.so" });
      await message.waitFor({ timeout: patience });
      await message.getByText("Set the Library").waitFor({ timeout: patience });
      assert.match(await code.status().innerText(), /no solver/);
    } finally {
      await code.close();
    }
  });
});

const notes = ["# Notes", "", "```aeon", "let repo := largest s in", "f repo", "```", ""].join("\n");
