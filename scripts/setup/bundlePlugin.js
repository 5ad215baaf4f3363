// The plugin's program as one file, since hundreds of small ones load slowly.
const fs = require("node:fs");
const path = require("node:path");

/**
 * The package that is bundled, being many small files. Only what is used of it, as long as it is
 * imported as a namespace.
 * Every other package is loaded from where npm keeps it, and up to date.
 */
const bundled = "zod";

/**
 * Makes `main` of package.json from the sources of a clone.
 * @param {string} clone
 */
async function bundlePlugin(clone) {
  // Here, since set-up loads this file before the packages are installed.
  const { build } = require("esbuild");
  const { name, main, engines, dependencies, peerDependencies } = JSON.parse(
    fs.readFileSync(path.join(clone, "package.json"), "utf8"),
  );
  const packages = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
  await build({
    absWorkingDir: clone,
    outfile: main,
    entryPoints: ["./provider/index.ts"],
    bundle: true,
    platform: "node",
    target: `node${engines.node.replace(">=", "")}`,
    external: packages.filter((each) => each !== bundled),
    banner: { js: licenseOf(clone, bundled) },
    logLevel: "silent",
  });
}

/**
 * A package's license as a comment: it asks to be in every copy.
 * @param {string} clone
 * @param {string} name
 */
function licenseOf(clone, name) {
  const text = fs.readFileSync(path.join(clone, "node_modules", name, "LICENSE"), "utf8").trim();
  return [`The bundle holds ${name}:`, ...text.split("\n")].map((line) => `// ${line}`.trimEnd()).join("\n");
}

module.exports = { bundlePlugin };
