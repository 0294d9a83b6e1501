// Bundles the extension into dist/extension.js, or with --tests the unit tests
// into out/unit.
import { build } from "esbuild";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const tests = process.argv.includes("--tests");
const production = process.argv.includes("--production");

const { metafile } = await build({
  entryPoints: tests
    ? readdirSync("test/unit").filter((name) => name.endsWith(".test.ts")).map((name) => `test/unit/${name}`)
    : ["src/extension.ts"],
  outdir: tests ? "out/unit" : "dist",
  bundle: true,
  platform: "node",
  target: "node18",
  format: "cjs",
  external: ["vscode"],
  minify: production,
  sourcemap: production ? false : "linked",
  logLevel: "warning",
  metafile: true,
});
if (production) {
  writeFileSync("dist/NOTICES.txt", notices(metafile));
}

// The licences of the packages that are part of the bundle.
function notices({ inputs }) {
  const folders = new Set(
    Object.keys(inputs).flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
  );
  return [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const licence = readdirSync(folder).find((file) => /^licen[cs]e(\.\w+)?$/i.test(file));
    if (licence === undefined) {
      throw new Error(`${name} comes without a licence`);
    }
    return `${name} ${version}\n\n${readFileSync(`${folder}/${licence}`, "utf8").trim()}\n`;
  }).join("\n----\n\n");
}
