// Writes all that is made from the code and examples/: schema.json, the SDK classes, the reference
// pages, the schema of drift reports, the list of shipped packages and the page of measurements.
// `--check` writes nothing and fails if a file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { jsonSchema, schemaVersion } from "../cli/drift/report.js";
import info from "../package.json";
import { registry } from "../provider/resources/registry.js";
import { packageSchema, withoutListUnions } from "../provider/schema/packageSchema.js";
import { performanceFiles } from "./bench/performancePage.js";
import { withExamples } from "./generate/examples.js";
import { nameOf } from "./generate/markdown.js";
import { referencePages } from "./generate/referencePages.js";
import type { Schema } from "./generate/schemaTypes.js";
import { sdkClass, sdkFunctions, sdkIndex, sdkTypes } from "./generate/sdk.js";
import { thirdPartyPage } from "./generate/thirdPartyPage.js";
import { bundlePlugin } from "./setup/compile.js";
import { root } from "./setup/paths.js";

/** The texts of all generated files by path. */
async function generatedFiles(): Promise<Record<string, string>> {
  const schema: Schema = JSON.parse(JSON.stringify(packageSchema(registry, info)));
  const names = Object.keys(schema.resources).map(nameOf);
  return {
    "schema.json": json(withExamples(withoutListUnions(schema))),
    "sdk/index.ts": sdkIndex(names),
    "sdk/generated/types.ts": sdkTypes(schema),
    "sdk/generated/functions.ts": sdkFunctions(schema),
    ...Object.fromEntries(names.map((name) => [`sdk/generated/${name}.ts`, sdkClass(schema, name)])),
    ...referencePages(schema),
    ...performanceFiles(JSON.parse(readFileSync(path.join(root, "docs/performance.json"), "utf8"))),
    [`schemas/drift-report.v${schemaVersion}.json`]: json(jsonSchema()),
    "THIRD_PARTY.md": await thirdPartyPage(root),
  };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The command `npm run generate`. */
export async function main(args: string[]) {
  const isCheck = args.includes("--check");
  // A check must not replace a plugin that a test may run.
  if (!isCheck) await bundlePlugin();
  const files = Object.entries(await generatedFiles()).map(([name, text]) => ({
    name,
    text,
    file: path.join(root, name),
  }));
  const stale = files.filter(({ file, text }) => !existsSync(file) || readFileSync(file, "utf8") !== text);
  for (const { name, text, file } of stale) {
    if (isCheck) {
      console.error(`${name} is out of date: run "npm run generate" and commit the result.`);
      continue;
    }
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${name}`);
  }
  return isCheck && stale.length > 0 ? 1 : 0;
}
