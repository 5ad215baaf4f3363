// The plugin's program as two files, since hundreds of small ones load slowly. After a compilation alone it would run what it was before.
const fs = require("node:fs");
const path = require("node:path");

/** The entry point that is loaded before the port is printed. */
const early = "provider/program.ts";
/**
 * The entry point that is loaded after it. The other one requires it as `./startFace.js` in the same folder. Modules that both
 * load exist twice, so no value whose class or symbol is checked may pass from one to the other.
 */
const late = "provider/faces/plugin/startFace.ts";

/** The folder of the bundle, below `dist`. */
const bundleFolder = "bundle";

/**
 * The packages that go into it, being many small files; of zod only what is used, as long as it is imported as a namespace. Every
 * other one is loaded from where npm keeps it, and up to date.
 */
const bundled = ["zod"];

/**
 * Makes the bundle of a clone from its sources.
 * @param {string} clone
 */
async function bundlePlugin(clone) {
  // Here, since set-up loads this file before the packages are installed.
  const { build } = require("esbuild");
  const { name, engines, dependencies, peerDependencies } = JSON.parse(
    fs.readFileSync(path.join(clone, "package.json"), "utf8"),
  );
  const packages = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
  const outdir = path.join(clone, "dist", bundleFolder);
  fs.rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: clone,
    outdir,
    entryPoints: [early, late].map((file) => ({ in: `./${file}`, out: path.parse(file).name })),
    bundle: true,
    platform: "node",
    target: `node${engines.node.replace(">=", "")}`,
    format: "cjs",
    external: [`./${path.parse(late).name}.js`, ...packages.filter((each) => !bundled.includes(each))],
    banner: { js: bundled.map((each) => licenceOf(clone, each)).join("\n") },
    logLevel: "silent",
  });
}

/**
 * A package's licence as a comment: it asks to be in every copy.
 * @param {string} clone
 * @param {string} name
 */
function licenceOf(clone, name) {
  const text = fs.readFileSync(path.join(clone, "node_modules", name, "LICENSE"), "utf8").trim();
  return [`The bundle holds ${name}:`, ...text.split("\n")].map((line) => `// ${line}`.trimEnd()).join("\n");
}

module.exports = { bundleFolder, bundlePlugin };
