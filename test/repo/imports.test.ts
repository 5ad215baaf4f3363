import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { temporaryFolder } from "../support/temporaryFolder";

const configuration = path.join(root, ".dependency-cruiser.js");
const at = temporaryFolder();

/** A wrong import for each rule: the file, the import and the imported file. */
const wrong: Record<string, [file: string, imports: string, found: string]> = {
  "no-cycles": ["provider/cycle.ts", "./cycleBack.js", "provider/cycleBack.ts"],
  "no-unresolved": ["provider/lost.ts", "./nowhere.js", "./nowhere.js"],
  "cli-has-one-entry": ["cli/nosy.ts", "../provider/objects/values.js", "provider/objects/values.ts"],
  "api-knows-http-only": ["provider/api/upwards.ts", "../objects/wire/merge.js", "provider/objects/wire/merge.ts"],
  "objects-below-resources": ["provider/objects/upwards.ts", "../engine/engine.js", "provider/engine/engine.ts"],
  "resources-below-engine": ["provider/resources/upwards.ts", "../engine/engine.js", "provider/engine/engine.ts"],
  "engine-below-adapters": [
    "provider/engine/upwards.ts",
    "../adapters/plugin/pluginAdapter.js",
    "provider/adapters/plugin/pluginAdapter.ts",
  ],
  "no-resource-by-name": ["provider/adapters/nosy.ts", "../resources/thing.js", "provider/resources/thing.ts"],
  "sdk-is-thin": ["sdk/fat.ts", "../provider/engine/engine.js", "provider/engine/engine.ts"],
  "platform-is-independent": ["emulator/mirror.ts", "../provider/engine/engine.js", "provider/engine/engine.ts"],
  "provider-is-independent": ["provider/cheat.ts", "../emulator/platform.js", "emulator/platform.ts"],
};

/** Libraries with the files that may import them, and a file that may not. */
const libraries: [library: string, owner: string, file: string][] = [
  ["undici", "provider/api/transport/pool\\.ts", "provider/api/other.ts"],
  ["fast-json-patch", "provider/objects/wire/jsonPatch\\.ts", "emulator/patch.ts"],
  ["js-yaml", "(emulator/text/|provider/objects/wire/templateObjects\\.ts)", "emulator/yaml.ts"],
  ["lossless-json", "emulator/text/json\\.ts", "emulator/lossless.ts"],
  ["node-forge", "emulator/http/certificate\\.ts", "cli/keys.ts"],
  ["xmlbuilder", "cli/drift/formats/junit\\.ts", "cli/xml.ts"],
  ["commander", "cli/program\\.ts", "cli/options.ts"],
  ["diff", "cli/drift/formats/valueDiff\\.ts", "cli/other.ts"],
];
for (const [library, owner, file] of libraries)
  wrong[`only-${owner}-knows-${library}`] = [file, library, `node_modules/${library}/index.js`];

/** Layers of the embedded platform, bottom up, with a file of each that imports the next one. */
const layers: [layer: string, file: string][] = [
  ["text", "emulator/text/upwards.ts"],
  ["errors", "emulator/statusError.ts"],
  ["kinds", "emulator/kinds/upwards.ts"],
  ["store", "emulator/store/upwards.ts"],
  ["access", "emulator/access/upwards.ts"],
  ["world", "emulator/call.ts"],
  ["lists", "emulator/lists/upwards.ts"],
  ["objects", "emulator/objects/upwards.ts"],
  ["patches", "emulator/patches/upwards.ts"],
  ["operations", "emulator/operations/upwards.ts"],
  ["beside", "emulator/controllers/upwards.ts"],
  ["requests", "emulator/requests/upwards.ts"],
  ["faults", "emulator/faults/upwards.ts"],
  ["http", "emulator/http/upwards.ts"],
  ["platform", "emulator/platform.ts"],
];
for (const [index, [layer, file]] of layers.entries()) {
  const above = layers[index + 1]?.[1] ?? "emulator/stray.ts";
  const relative = path.posix.relative(path.posix.dirname(file), above).replace(/\.ts$/, ".js");
  wrong[`platform-${layer}-knows-what-is-below`] = [file, relative.replace(/^(?!\.)/, "./"), above];
}

const right: Record<string, string> = {
  "provider/cycleBack.ts": 'import "./cycle.js";',
  "provider/api/transport/pool.ts": 'import "undici";',
  "provider/objects/wire/jsonPatch.ts": 'import "fast-json-patch";',
  "provider/objects/wire/merge.ts": 'import "../../api/transport/pool.js";',
  "provider/objects/values.ts": "",
  "provider/objects/resource.ts": "export const resource = 1;",
  "provider/resources/thing.ts": 'import "../objects/wire/merge.js";',
  "provider/resources/registry.ts": 'import "./thing.js";',
  "provider/engine/engine.ts": 'import "../objects/resource.js"; export type Engine = 1;',
  "provider/adapters/plugin/pluginAdapter.ts": 'import "../../engine/engine.js"; import "../../resources/registry.js";',
  "sdk/thin.ts": 'import type { Engine } from "../provider/engine/engine.js"; export type Mine = Engine;',
  "emulator/text/json.ts": 'import "js-yaml";',
  "emulator/world.ts": 'import "./text/json.js";',
  "emulator/objects/write.ts": 'import "../world.js"; import "../text/json.js";',
  "emulator/platform.ts": 'import "./objects/write.js";',
  "emulator/stray.ts": "",
  "cli/serve.ts": 'import "../emulator/platform.js"; import "../provider/cliFacade.js";',
  "provider/cliFacade.ts": 'import "./objects/values.js";',
  "package.json": JSON.stringify({ dependencies: Object.fromEntries(libraries.map(([name]) => [name, "1.0.0"])) }),
  "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "moduleResolution": "nodenext" } }',
};
for (const [name] of libraries) {
  right[`node_modules/${name}/index.js`] = "";
  right[`node_modules/${name}/package.json`] = JSON.stringify({ name, version: "1.0.0" });
}

/** The violations in a tree of these files, as `rule: file → imported file`. */
async function violationsIn(files: Record<string, string>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  }
  const program = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = ["--config", configuration, "--output-type", "json", "provider", "sdk", "emulator", "cli"];
  const settings = { cwd: at("."), env: process.env as Record<string, string> };
  const { stdout, stderr } = await runCommand(process.execPath, [program, ...args], settings);
  if (!stdout.startsWith("{")) throw new Error(`The imports could not be read: ${stderr}`);
  const { violations } = JSON.parse(stdout).summary as {
    violations: { rule: { name: string }; from: string; to: string }[];
  };
  return violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

test("allowed imports are not reported", async () => {
  expect(await violationsIn({ ...right, "provider/cycleBack.ts": "" })).toEqual([]);
}, 60_000);

test("each rule reports the import that violates it", async () => {
  const imports = Object.values(wrong).map(([file, from]) => [file, `import "${from}";`]);
  const violations = await violationsIn({ ...right, ...Object.fromEntries(imports) });
  // A cycle is reported from each of its files.
  const back = "no-cycles: provider/cycleBack.ts → provider/cycle.ts";
  const expected = Object.entries(wrong).map(([rule, [file, , found]]) => `${rule}: ${file} → ${found}`);
  expect(violations.filter((each) => each !== back).sort()).toEqual(expected.sort());
  const { forbidden } = require(configuration) as { forbidden: { name: string }[] };
  expect(forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(wrong).sort());
}, 60_000);
