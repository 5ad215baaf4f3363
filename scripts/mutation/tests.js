// All tests for mutants as one file: jest then loads the provider once for a mutant, not once for each file.
const { readdirSync } = require("node:fs");
const path = require("node:path");

const folder = path.join(__dirname, "..", "..", "test", "provider");
/** Beginnings of paths below test/provider. @type {string[]} */
const wanted = JSON.parse(process.env.MUTATION_TESTS ?? "[]");
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((name) => name.split(path.sep).join("/"))
  .filter((name) => name.endsWith(".test.ts") && wanted.some((beginning) => name.startsWith(beginning)))
  .sort();
for (const name of names) {
  describe(name, () => {
    require(path.join(folder, name));
  });
}
