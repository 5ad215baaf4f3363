// Mutation scores: folders with a goal, and the tests that run on their mutants.
const path = require("node:path");

/**
 * @param {string} folder below test/provider/adapters
 * @param {string[]} names of test files
 */
const adapters = (folder, ...names) => names.map((name) => `adapters/${folder}/${name}.`);

/**
 * The folders with a goal: the percentage of mutants that these tests have to kill. The tests are the fast ones of the folder itself
 * and those of the adapters that reach it: the number of mutants leaves no time for more.
 * @type {Record<string, { goal: number, tests: string[] }>}
 */
const watched = {
  "provider/api": { goal: 94, tests: ["api/"] },
  "provider/engine": {
    goal: 86.2,
    tests: [
      "engine/",
      ...adapters("contract", "read", "refusals", "secrets"),
      ...adapters("plugin", "detailedDiff", "pluginAdapter", "imports", "lookupMethods", "previews"),
    ],
  },
  "provider/objects": {
    goal: 96.5,
    tests: [
      "objects/",
      ...adapters("contract", "conflicts", "create", "delete", "exactWrites", "imports", "lists", "read", "refusals"),
      ...adapters("contract", "unfinished", "update"),
      ...adapters("plugin", "declarations", "dryRun", "imports"),
    ],
  },
};

/** @typedef {{ fileName: string, status: string }} Mutant as Stryker reports it */
/** @typedef {{ folder: string, killed: number, all: number, percent: number, goal: number | undefined }} Score */

const killed = new Set(["Killed", "Timeout"]);
const survived = new Set(["Survived", "NoCoverage"]);

/**
 * The score of each folder below provider/.
 * @param {readonly Mutant[]} mutants
 * @param {string} root
 * @returns {Score[]}
 */
function scores(mutants, root) {
  const counted = mutants.filter(({ status }) => killed.has(status) || survived.has(status));
  const folders = [...new Set(counted.map(({ fileName }) => folderOf(fileName, root)))].sort();
  return folders.map((folder) => {
    const own = counted.filter(({ fileName }) => folderOf(fileName, root) === folder);
    const dead = own.filter(({ status }) => killed.has(status)).length;
    return { folder, killed: dead, all: own.length, percent: (100 * dead) / own.length, goal: watched[folder]?.goal };
  });
}

/**
 * @param {string} fileName
 * @param {string} root
 */
function folderOf(fileName, root) {
  const [, first = ""] = path.relative(root, path.resolve(root, fileName)).split(path.sep);
  return `provider/${first.replace(/\.ts$/, "")}`;
}

/**
 * One line for each folder, and whether one misses its goal. A folder with a goal that was asked for and had no mutant misses it: else
 * a run that measured nothing would look like a good one.
 * @param {readonly Score[]} all
 * @param {readonly string[]} asked the folders that were asked for
 */
function report(all, asked) {
  const lines = all.map(({ folder, killed, all, percent, goal }) => {
    const verdict = goal === undefined ? "" : `, goal ${goal} %${percent < goal ? ": MISSED" : ""}`;
    return `${folder}: ${percent.toFixed(1)} % (${killed} of ${all} mutants killed)${verdict}`;
  });
  const unmeasured = asked.filter((folder) => watched[folder] && !all.some((score) => score.folder === folder));
  lines.push(...unmeasured.map((folder) => `${folder}: no mutant was tried, goal ${watched[folder]?.goal} %: MISSED`));
  const isMissed = unmeasured.length > 0 || all.some(({ percent, goal = 0 }) => percent < goal);
  return { lines, exitCode: isMissed ? 1 : 0 };
}

module.exports = { watched, scores, report, folderOf };
