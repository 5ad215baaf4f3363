// jest's results of the conformance suite for a person: a count for each section, then every row that is wrong.

const differs = "(recorded otherwise;";

/** @typedef {import("@jest/test-result").AssertionResult} Result */

/** @implements {Pick<import("@jest/reporters").Reporter, "onTestCaseResult" | "onRunComplete">} */
class ConformanceReporter {
  /**
   * @param {unknown} _test
   * @param {Result} row
   */
  onTestCaseResult(_test, row) {
    process.stdout.write(isWrong(row) ? "✕" : ".");
  }

  /**
   * @param {unknown} _contexts
   * @param {import("@jest/test-result").AggregatedResult} results
   */
  onRunComplete(_contexts, { testResults }) {
    print("");
    for (const { failureMessage, testExecError } of testResults) if (testExecError) print(failureMessage ?? "");
    const rows = testResults.flatMap((file) => file.testResults);
    for (const [server, sections] of groups(rows, ({ ancestorTitles }) => ancestorTitles[0] ?? "The suite itself")) {
      print(`\n${server}`);
      for (const [title, own] of groups(sections, ({ ancestorTitles }) => ancestorTitles[1] ?? "in general")) {
        print(`  ${title.padEnd(60)} ${count(own)}`);
      }
    }
    for (const row of rows.filter(isWrong)) print(`\n${wrong(row)}`);
    const other = new Set(rows.map(({ title }) => title).filter((title) => title.includes(differs)));
    if (other.size > 0) print("\nWhere the specification says otherwise than what was recorded, it is followed:");
    for (const title of other) print(`  ${title}`);
    print(`\n${rows.length} rows, ${count(rows)}.`);
  }
}

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/** @param {Result} row */
const isWrong = ({ status }) => status !== "passed";

/** @param {Result[]} rows */
function count(rows) {
  const failed = rows.filter(isWrong).length;
  return failed === 0 ? `${rows.length} right` : `${rows.length - failed} right, ${failed} wrong`;
}

/**
 * A row that is wrong, without the stack of the runner.
 * @param {Result} row
 */
function wrong({ ancestorTitles, title, failureMessages }) {
  const messages = failureMessages.map((text) => text.replace(/^Error: /, "").replace(/(\n\s+at .*)+\s*$/, ""));
  return [`✕ ${[...ancestorTitles, title].join(" › ")}`, ...messages.join("\n").split("\n")].join("\n    ");
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} nameOf
 */
function groups(items, nameOf) {
  /** @type {Map<string, T[]>} */
  const found = new Map();
  for (const item of items) found.set(nameOf(item), [...(found.get(nameOf(item)) ?? []), item]);
  return found;
}

module.exports = ConformanceReporter;
