// Writes everything that is made from the zod definitions, the commands' own words and examples/:
// schema.json, the SDK
// classes, the reference pages and the schema of drift reports; and, from node_modules, the list of
// packages that ship.
// `--check` writes nothing and fails when a file is out of date.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withExamples } from "./generate/examples.mjs";
import { referencePages } from "./generate/referencePages.mjs";
import { sdkClass, sdkFunctions, sdkIndex, sdkTypes } from "./generate/sdk.mjs";
import { thirdPartyPage } from "./generate/thirdPartyPage.mjs";
import { bundlePlugin } from "./setup/bundlePlugin.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);

/** @param {string} file a file of the provider or the command line, as it was compiled last */
const compiled = (file) => require(join(root, "dist", `${file}.js`));

/** @returns {import("./generate/schemaTypes.js").Schema} */
function currentSchema() {
  // The present SDK may not compile with new fields; `npm run check` looks at types.
  spawnSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", "tsconfig.build.json"], { cwd: root });
  const { packageSchema } = compiled("provider/schema/packageSchema");
  return JSON.parse(JSON.stringify(packageSchema(registry(), require(join(root, "package.json")))));
}

/** @type {<T>(schema: T) => T} */
const toldToPulumi = (schema) => compiled("provider/schema/packageSchema").withoutListUnions(schema);

/** @returns {import("../provider/resources/registry.js").Registry} */
const registry = () => compiled("provider/resources/registry").registry;

/** @returns {import("./generate/referencePages.mjs").Sources} */
function sources() {
  const { optionRows, exitCodeRows } = compiled("cli/program");
  const { typeToken } = compiled("provider/packageNames");
  const { envName } = compiled("provider/settingNames");
  return {
    root,
    imports: Object.fromEntries(registry().resources.map(({ type, imports }) => [typeToken(type), imports])),
    envName,
    catalog: compiled("provider/messages/catalog").catalog,
    commands: compiled("cli/main").commands,
    wordsOf: (/** @type {any} */ command) => {
      return { rows: optionRows(command), codes: exitCodeRows(command), facts: factsOf()[command.name] };
    },
  };
}

/**
 * Tables of facts for the pages of commands.
 * @returns {Record<string, import("./generate/referencePages.mjs").FactTable>} by command
 */
function factsOf() {
  const { checks } = compiled("cli/doctor/examine");
  const { findingKinds } = compiled("cli/drift/findingKinds");
  const kinds = /** @type {[string, { description: string, remedy: string }][]} */ (Object.entries(findingKinds));
  return {
    doctor: {
      title: "Checks",
      columns: ["check", "what it looks at"],
      rows: checks.map((/** @type {{ name: string, looksAt: string }} */ { name, looksAt }) => [
        `\`${name}\``,
        looksAt,
      ]),
    },
    drift: {
      title: "Kinds of findings",
      columns: ["kind", "meaning", "what to do"],
      rows: kinds.map(([name, { description, remedy }]) => [`\`${name}\``, description, remedy]),
    },
  };
}

/**
 * @param {import("./generate/schemaTypes.js").Schema} schema
 * @returns {Promise<Record<string, string>>} texts by path
 */
async function filesOf(schema) {
  const names = Object.keys(schema.resources).map((token) => token.split(":")[2] ?? token);
  return {
    "schema.json": `${JSON.stringify(withExamples(toldToPulumi(schema), root, sources().imports), null, 2)}\n`,
    "sdk/index.ts": sdkIndex(names),
    "sdk/generated/types.ts": sdkTypes(schema),
    "sdk/generated/functions.ts": sdkFunctions(schema),
    ...Object.fromEntries(names.map((name) => [`sdk/generated/${name}.ts`, sdkClass(schema, name)])),
    ...referencePages(schema, sources()),
    ...Object.fromEntries([driftSchema()]),
    "THIRD_PARTY.md": await thirdPartyPage(root),
  };
}

/** @returns {[path: string, text: string]} */
function driftSchema() {
  const { jsonSchema, schemaVersion } = compiled("cli/drift/report");
  return [`schemas/drift-report.v${schemaVersion}.json`, `${JSON.stringify(jsonSchema(), null, 2)}\n`];
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

const files = await filesOf(currentSchema());
const stale = Object.entries(files).filter(([path, text]) => textOf(path) !== text);
if (process.argv.includes("--check")) {
  for (const [path] of stale) console.error(`${path} is out of date: run "npm run generate" and commit the result.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  // A check must not replace a plugin that a test may run.
  await bundlePlugin(root);
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
