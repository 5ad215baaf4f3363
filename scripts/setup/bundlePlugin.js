// The plugin's program as two files, since hundreds of small ones load slowly.
const fs = require("node:fs");
const path = require("node:path");

/** What is loaded before the port is told, and what is loaded after it. */
const early = "provider/main.ts";
const late = "provider/faces/plugin/startFace.ts";

/** The folder of the bundle, below `dist`. */
const bundleFolder = "plugin";

/** The packages that go into it, being many small files. Every other one is loaded from where npm keeps it, and up to date. */
const bundled = ["zod"];

/**
 * Makes the bundle of a clone from its sources.
 * @param {string} clone
 */
async function bundlePlugin(clone) {
  const { build } = require("esbuild");
  const { name, dependencies, peerDependencies } = require(path.join(clone, "package.json"));
  const packages = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
  const outdir = path.join(clone, "dist", bundleFolder);
  fs.rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: clone,
    outdir,
    entryPoints: [early, late].map((file) => ({ in: `./${file}`, out: path.parse(file).name })),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: [`./${path.parse(late).name}.js`, ...packages.filter((each) => !bundled.includes(each))],
    banner: { js: `// Made of ${name} and ${bundled.join(", ")}, whose licences are beside it and in THIRD_PARTY.md.` },
    logLevel: "silent",
  });
}

module.exports = { bundleFolder, bundlePlugin };
