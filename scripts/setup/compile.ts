// The compiled code of this clone: dist/.
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { Failure, tail } from "./failure.js";
import { root } from "./paths.js";
import { run } from "./processes.js";
import { step } from "./step.js";

/** Compiles what changed, and leaves nothing of sources that are gone. */
export async function compile() {
  removeStaleOutputs();
  // The Pulumi CLI keeps a plugin's schema beside its folder, and would use the old one.
  for (const file of fs.readdirSync(root).filter((name) => /^schema-platform.*\.json$/.test(name))) {
    fs.rmSync(path.join(root, file));
  }
  await step("Compile", async () => {
    const tsc = require.resolve("typescript/bin/tsc");
    const { code, output } = await run(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root });
    if (code !== 0) throw new Failure(`The code does not compile:\n${tail(output)}`);
    await bundlePlugin();
  });
}

/** Removes compiled files whose source is gone, which would be packed otherwise. */
function removeStaleOutputs() {
  const dist = path.join(root, "dist");
  if (!fs.existsSync(dist)) return;
  const outputEnding = /(\.d\.ts|\.js(\.map)?)$/;
  for (const file of fs.readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const source = path.join(root, file.replace(outputEnding, ".ts"));
    if (outputEnding.test(file) && !fs.existsSync(source)) fs.rmSync(path.join(dist, file), { force: true });
  }
}

/**
 * The package in the bundle: many small files, of which the provider uses a part. Every other
 * package is loaded from where npm keeps it, and up to date.
 */
const bundled = "zod";

/** Makes the plugin's program one file, since hundreds of small ones load slowly. */
export async function bundlePlugin() {
  const { name, main, engines, dependencies, peerDependencies } = JSON.parse(
    fs.readFileSync(path.join(root, "package.json"), "utf8"),
  );
  const packages = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
  const license = fs.readFileSync(path.join(root, "node_modules", bundled, "LICENSE"), "utf8").trim();
  // The license asks to be in every copy.
  const banner = [`The bundle holds ${bundled}:`, ...license.split("\n")].map((line) => `// ${line}`.trimEnd());
  await build({
    absWorkingDir: root,
    outfile: main,
    entryPoints: ["./provider/index.ts"],
    bundle: true,
    platform: "node",
    target: `node${engines.node.replace(">=", "")}`,
    external: packages.filter((each) => each !== bundled),
    banner: { js: banner.join("\n") },
    logLevel: "silent",
  });
}
