// All tests for mutants as one file, so that jest loads the provider only once for each mutant.
const { readdirSync } = require("node:fs");
const path = require("node:path");

const folder = path.join(__dirname, "..", "..", "test", "provider");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((name) => name.split(path.sep).join("/"))
  .filter((name) => name.endsWith(".test.ts"))
  .sort();
/** Beginnings of paths below test/provider. @type {string[]} */
const wanted = JSON.parse(process.env.MUTATION_TESTS ?? "[]");
// In this order: secrets of earlier tests are masked in later ones.
const names = new Set(wanted.flatMap((beginning) => files.filter((name) => name.startsWith(beginning))));
for (const name of names) {
  describe(name, () => {
    require(path.join(folder, name));
  });
}
