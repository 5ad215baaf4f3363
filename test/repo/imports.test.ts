import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../support/command";

const root = path.join(__dirname, "..", "..");
const program = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
const configuration = path.join(root, ".dependency-cruiser.js");

interface Found {
  totalCruised: number;
  /** Broken rules, as `rule: file → imported file`. */
  violations: string[];
}

/** What is wrong with the imports of a tree, by the project's own rules. */
async function cruise(cwd: string): Promise<Found> {
  const folders = ["provider", "sdk", "emulator", "cli"];
  const args = [program, "--config", configuration, "--output-type", "json", ...folders];
  const { stdout, stderr } = await runCommand(process.execPath, args, { cwd, env: process.env as never });
  if (!stdout.startsWith("{")) throw new Error(`The imports could not be read: ${stderr}`);
  const { totalCruised, violations } = JSON.parse(stdout).summary;
  return {
    totalCruised,
    violations: violations.map(
      ({ rule, from, to }: Record<string, { name: string }>) => `${rule?.name}: ${from} → ${to}`,
    ),
  };
}

test("all imports go the one way", async () => {
  const { totalCruised, violations } = await cruise(root);
  expect(violations).toEqual([]);
  expect(totalCruised).toBeGreaterThan(100);
}, 60_000);

describe("in a small tree", () => {
  /** One wrong import for each rule: the file, what it imports, and the file that this is. */
  const wrong: Record<string, [file: string, imports: string, found: string]> = {
    "no-cycles": ["provider/cycle.ts", "./cycleBack.js", "provider/cycleBack.ts"],
    "no-unresolved": ["provider/lost.ts", "./nowhere.js", "./nowhere.js"],
    "api-is-the-bottom": ["provider/api/upwards.ts", "../objects/merge.js", "provider/objects/merge.ts"],
    "objects-below-resources": ["provider/objects/upwards.ts", "../engine.js", "provider/engine.ts"],
    "resources-below-engine": ["provider/resources/upwards.ts", "../engine.js", "provider/engine.ts"],
    "engine-below-faces": ["provider/engine/upwards.ts", "../faces/plugin.js", "provider/faces/plugin.ts"],
    "no-resource-by-name": ["provider/faces/nosy.ts", "../resources/thing.js", "provider/resources/thing.ts"],
    "sdk-is-thin": ["sdk/fat.ts", "../provider/engine.js", "provider/engine.ts"],
    "platform-is-independent": ["emulator/mirror.ts", "../provider/engine.js", "provider/engine.ts"],
    "provider-is-independent": ["provider/cheat.ts", "../emulator/platform.js", "emulator/platform.ts"],
    "only-provider/api/pool\\.ts-knows-undici": ["provider/api/other.ts", "undici", "node_modules/undici/index.js"],
    "only-provider/objects/merge\\.ts-knows-fast-json-patch": [
      "emulator/patch.ts",
      "fast-json-patch",
      "node_modules/fast-json-patch/index.js",
    ],
    "only-(emulator/text/|provider/objects/manifests\\.ts)-knows-js-yaml": [
      "emulator/yaml.ts",
      "js-yaml",
      "node_modules/js-yaml/index.js",
    ],
    "only-emulator/http/selfSigned\\.ts-knows-node-forge": [
      "cli/keys.ts",
      "node-forge",
      "node_modules/node-forge/index.js",
    ],
    "only-cli/drift/formats/junit\\.ts-knows-xmlbuilder": [
      "cli/xml.ts",
      "xmlbuilder",
      "node_modules/xmlbuilder/index.js",
    ],
    "only-cli/drift/formats/valueDiff\\.ts-knows-diff": ["cli/other.ts", "diff", "node_modules/diff/index.js"],
  };

  /** A layer of the embedded platform and one file of it, from the bottom up; each imports the next, the last one a stray. */
  const platform: [layer: string, file: string][] = [
    ["text", "emulator/text/upwards.ts"],
    ["kinds", "emulator/kinds/upwards.ts"],
    ["errors", "emulator/statusError.ts"],
    ["store", "emulator/store/upwards.ts"],
    ["access", "emulator/access/upwards.ts"],
    ["world", "emulator/call.ts"],
    ["fields", "emulator/selectors/upwards.ts"],
    ["objects", "emulator/objects/upwards.ts"],
    ["patches", "emulator/patches/upwards.ts"],
    ["watch", "emulator/watch/upwards.ts"],
    ["operations", "emulator/operations/upwards.ts"],
    ["beside", "emulator/garbage/upwards.ts"],
    ["requests", "emulator/requests/upwards.ts"],
    ["faults", "emulator/faults/upwards.ts"],
    ["http", "emulator/http/upwards.ts"],
    ["platform", "emulator/platform.ts"],
  ];
  for (const [index, [layer, file]] of platform.entries()) {
    const above = platform[index + 1]?.[1] ?? "emulator/stray.ts";
    const relative = path.posix.relative(path.posix.dirname(file), above).replace(/\.ts$/, ".js");
    const imports = relative.startsWith(".") ? relative : `./${relative}`;
    wrong[`platform-${layer}-knows-what-is-below`] = [file, imports, above];
  }

  const right: Record<string, string> = {
    "provider/cycleBack.ts": 'import "./cycle.js";',
    "provider/api/pool.ts": 'import "undici";',
    "provider/objects/merge.ts": 'import "fast-json-patch"; import "../api/pool.js";',
    "provider/resources/resource.ts": "export const resource = 1;",
    "provider/resources/thing.ts": 'import "../objects/merge.js";',
    "provider/resources/index.ts": 'import "./thing.js";',
    "provider/engine.ts": 'import "./resources/resource.js"; export type Engine = 1;',
    "provider/faces/plugin.ts": 'import "../engine.js"; import "../resources/index.js";',
    "sdk/thin.ts": 'import type { Engine } from "../provider/engine.js"; export type Mine = Engine;',
    "emulator/text/json.ts": 'import "js-yaml";',
    "emulator/world.ts": 'import "./text/json.js";',
    "emulator/objects/write.ts": 'import "../world.js"; import "../text/json.js";',
    "emulator/platform.ts": 'import "./objects/write.js";',
    "emulator/stray.ts": "",
    "cli/serve.ts": 'import "../emulator/platform.js";',
    "node_modules/undici/index.js": "",
    "node_modules/undici/package.json": '{ "name": "undici", "version": "1.0.0" }',
    "node_modules/fast-json-patch/index.js": "",
    "node_modules/fast-json-patch/package.json": '{ "name": "fast-json-patch", "version": "1.0.0" }',
    "node_modules/js-yaml/index.js": "",
    "node_modules/js-yaml/package.json": '{ "name": "js-yaml", "version": "1.0.0" }',
    "node_modules/diff/index.js": "",
    "node_modules/diff/package.json": '{ "name": "diff", "version": "1.0.0" }',
    "node_modules/node-forge/index.js": "",
    "node_modules/node-forge/package.json": '{ "name": "node-forge", "version": "1.0.0" }',
    "node_modules/xmlbuilder/index.js": "",
    "node_modules/xmlbuilder/package.json": '{ "name": "xmlbuilder", "version": "1.0.0" }',
    "package.json":
      '{ "dependencies": { "undici": "1.0.0", "fast-json-patch": "1.0.0", "js-yaml": "1.0.0", "node-forge": "1.0.0", "xmlbuilder": "1.0.0", "diff": "1.0.0" } }',
    "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "moduleResolution": "nodenext" } }',
  };

  let folder: string;
  const write = (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "imports-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("what is allowed is not reported", async () => {
    write({ ...right, "provider/cycleBack.ts": "" });
    expect((await cruise(folder)).violations).toEqual([]);
  }, 60_000);

  test("each rule reports the import that breaks it, and there is such an import for each rule", async () => {
    write(right);
    write(Object.fromEntries(Object.values(wrong).map(([file, imports]) => [file, `import "${imports}";`])));
    const expected = Object.entries(wrong).map(([rule, [file, , found]]) => `${rule}: ${file} → ${found}`);
    const { violations } = await cruise(folder);
    // A cycle is reported from each of its files.
    const back = "no-cycles: provider/cycleBack.ts → provider/cycle.ts";
    expect(violations.filter((each) => each !== back).sort()).toEqual(expected.sort());
    const { forbidden } = require(configuration) as { forbidden: { name: string }[] };
    expect(forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(wrong).sort());
  }, 60_000);
});
