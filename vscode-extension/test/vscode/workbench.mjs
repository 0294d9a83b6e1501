// Real VS Code for tests: code-server, and Chromium to look at it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const extension = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const repository = dirname(extension);
const entry = join(extension, ".cache/node_modules/code-server/out/node/entry.js");
const browser = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) => existsSync(file));

export const patience = 60_000; // milliseconds that anything may take

/**
 * Opens VS Code on a folder with the given files (name to content), the
 * extension installed and the user's settings as given.
 */
export async function openWorkbench({ files, settings }) {
  const root = mkdtempSync(join(tmpdir(), "aeonc-vscode-"));
  const folder = join(root, "plans");
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const data = join(root, "data");
  const config = join(data, "User/settings.json");
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, JSON.stringify({ ...quiet, ...settings }, null, 2));

  const env = { ...process.env, XDG_CONFIG_HOME: join(root, "config"), XDG_DATA_HOME: join(root, "share") };
  const options = ["--user-data-dir", data, "--extensions-dir", join(root, "extensions")];
  const installed = spawnSync(process.execPath, [entry, ...options, "--install-extension", join(extension, "aeonc.vsix")], { env, encoding: "utf8" });
  if (installed.status !== 0) {
    throw new Error(`the extension was not installed: ${installed.stdout}${installed.stderr}`);
  }

  const port = await freePort();
  const server = spawn(
    process.execPath,
    [entry, ...options, "--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust",
      "--bind-addr", `127.0.0.1:${port}`, folder],
    { env, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  const end = () => {
    try {
      process.kill(-server.pid);
    } catch {
      // It has ended before.
    }
  };
  process.once("exit", end);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => process.exit(1));
  }
  let log = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (chunk) => { log += chunk; });
  }
  await until(() => log.includes("HTTP server listening"), () => `code-server did not start: ${log}`);

  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const chrome = await chromium.launch({ executablePath: browser, args: [...sandbox, "--disable-gpu"] });
  const page = await chrome.newPage({ viewport: { width: 1280, height: 680 }, deviceScaleFactor: 1 });
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
  await page.locator(".monaco-workbench").waitFor({ timeout: patience });
  const workbench = new Workbench(page, folder);
  return Object.assign(workbench, {
    /** Sets settings of the folder, which go before the user's. */
    configure(changed) {
      mkdirSync(join(folder, ".vscode"), { recursive: true });
      writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify(changed, null, 2));
    },
    async close() {
      await chrome.close();
      const ended = new Promise((done) => { server.on("exit", done); });
      end();
      await ended;
      process.removeListener("exit", end);
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  });
}

/** What a user does in VS Code. */
class Workbench {
  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
  }

  /** Opens a file of the folder in the editor, or brings it to the front. */
  async open(name) {
    const tab = this.page.locator(`.tab[data-resource-name="${name}"]`).first();
    if ((await tab.count()) > 0) {
      await tab.click();
      await this.page.mouse.move(400, 500); // or the tab's tooltip comes up
    } else {
      await this.page.keyboard.press("Control+p");
      await this.pick(name, name);
      await tab.waitFor({ timeout: patience });
    }
    await this.page.locator(".editor-group-container.active .monaco-editor.focused .view-lines").waitFor({ timeout: patience });
  }

  /** Runs a command by its title. */
  async command(title) {
    await this.page.keyboard.press("F1");
    await this.pick(`>${title}`, title);
  }

  /** Puts the cursor at a line and column, both from 1. */
  async goto(line, column) {
    await this.page.keyboard.press("Control+g");
    await this.pick(`:${line}:${column}`);
  }

  // Types into the box at the top and takes the first row, once one has `label`.
  async pick(text, label) {
    const box = this.page.locator(".quick-input-widget");
    await box.locator("input.input").waitFor({ timeout: patience });
    await box.locator("input.input").fill(text);
    if (label !== undefined) {
      await box.locator(`.monaco-list-row[aria-label*="${label}"]`).first().waitFor({ timeout: patience });
    }
    await this.page.keyboard.press("Enter");
    await box.waitFor({ state: "hidden", timeout: patience });
  }

  /** The text of the hover at a line and column, once it holds `expected`. */
  async hover(line, column, expected) {
    await this.goto(line, column);
    const content = this.page.locator(".monaco-hover:visible .hover-row, .monaco-resizable-hover:visible .hover-row");
    const text = async () => (await content.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
    await until(async () => {
      await this.command("Show or Focus Hover");
      await content.first().waitFor({ timeout: 2_000 }).catch(() => undefined);
      return (await text()).includes(expected);
    }, async () => `the hover at ${line}:${column} lacks "${expected}": ${await text()}`);
    return text();
  }

  /** Writes a screenshot, once what fades in has done so. */
  async picture(file) {
    await new Promise((done) => setTimeout(done, 800));
    await this.page.screenshot({ path: file });
  }

  /** Where the cursor is, as the status bar tells it. */
  async cursor() {
    return this.page.locator("#status\\.editor\\.selection").innerText();
  }

  /** The rows of the panel with the problems. */
  async problems() {
    await this.page.keyboard.press("Control+Shift+m");
    const rows = this.page.locator(".markers-panel .monaco-list-row");
    await rows.first().waitFor({ timeout: patience });
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").replace(/\s+/g, " "));
    await this.page.keyboard.press("Control+Shift+m");
    return texts;
  }

  /** The frame that a panel of the extension draws in. */
  async panel(selector) {
    let found;
    await until(async () => {
      for (const frame of this.page.frames()) {
        if ((await frame.locator(selector).count().catch(() => 0)) > 0) {
          found = frame;
        }
      }
      return found !== undefined;
    }, `no panel has ${selector}`);
    return found;
  }

  /** What the status bar says of the document. */
  status() {
    return this.page.locator("#aeonc\\.aeonc\\.aeonc\\.verdict");
  }

  /** Waits until the status bar says a word. */
  async says(word) {
    await until(async () => (await this.status().innerText()).includes(word), async () =>
      `the status bar does not say "${word}" but "${await this.status().innerText()}"`);
  }

  /** The squiggles of errors in the editor. */
  squiggles() {
    return this.page.locator(".editor-instance .squiggly-error");
  }

  /** The texts that the squiggles of errors stand under, from left to right, once the lines have come to rest. */
  async underlined() {
    let last = "";
    let found = [];
    await until(async () => {
      const before = last;
      found = await this.page.evaluate(textsUnderSquiggles);
      last = JSON.stringify(found);
      await new Promise((done) => setTimeout(done, 300));
      return last === before;
    }, () => `the lines do not come to rest: ${last}`);
    return found;
  }
}

// Runs in the page: the characters whose lower edge is that of a squiggle.
function textsUnderSquiggles() {
  const characters = [];
  for (const line of document.querySelectorAll(".editor-instance .view-line")) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let i = 0; i < node.data.length; i++) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const box = range.getBoundingClientRect();
        characters.push({ text: node.data[i], middle: box.x + box.width / 2, bottom: box.bottom, height: box.height });
      }
    }
  }
  return [...document.querySelectorAll(".editor-instance .squiggly-error")]
    .map((squiggle) => squiggle.getBoundingClientRect())
    .sort((a, b) => a.x - b.x)
    .map((box) =>
      characters
        .filter((c) => c.middle >= box.left && c.middle <= box.right && Math.abs(c.bottom - box.bottom) < c.height / 2)
        .map((c) => c.text)
        .join(""),
    );
}

/** Waits until `holds` is true. */
export async function until(holds, complaint) {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) {
      throw new Error(typeof complaint === "function" ? await complaint() : complaint);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

const quiet = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.colorTheme": "Default Dark Modern",
  "extensions.ignoreRecommendations": true,
  "extensions.autoCheckUpdates": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "editor.minimap.enabled": false,
  "editor.wordWrap": "on",
  "editor.hover.delay": 100,
  "chat.commandCenter.enabled": false,
};

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => { done(port); });
    });
  });
}
