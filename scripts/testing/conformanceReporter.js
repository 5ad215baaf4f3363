// jest's results of the conformance suite: a count for each section, then every wrong row.

const differs = "(recorded otherwise;";
const print = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

/** @param {import("@jest/test-result").AssertionResult} row */
const isWrong = ({ status }) => status !== "passed";

/** @param {readonly import("@jest/test-result").AssertionResult[]} rows */
function count(rows) {
  const failed = rows.filter(isWrong).length;
  return failed === 0 ? `${rows.length} right` : `${rows.length - failed} right, ${failed} wrong`;
}

module.exports = class ConformanceReporter {
  /**
   * @param {unknown} _contexts
   * @param {import("@jest/test-result").AggregatedResult} results
   */
  onRunComplete(_contexts, { testResults }) {
    for (const { failureMessage, testExecError } of testResults) if (testExecError) print(failureMessage ?? "");
    const rows = testResults.flatMap((file) => file.testResults);
    const sectionOf = (/** @type {typeof rows[number]} */ row) => row.ancestorTitles.slice(0, 2).join(": ");
    for (const section of new Set(rows.map(sectionOf))) {
      print(`${section.padEnd(90)} ${count(rows.filter((row) => sectionOf(row) === section))}`);
    }
    for (const { ancestorTitles, title, failureMessages } of rows.filter(isWrong)) {
      // Without the stack of the runner.
      const messages = failureMessages.map((text) => text.replace(/^Error: /, "").replace(/(\n\s+at .*)+\s*$/, ""));
      print(`\n✕ ${[...ancestorTitles, title].join(" › ")}\n${messages.join("\n").replaceAll(/^/gm, "    ")}`);
    }
    const other = new Set(rows.map(({ title }) => title).filter((title) => title.includes(differs)));
    if (other.size > 0) print("\nThe specification differs from these recorded answers and is followed:");
    for (const title of other) print(`  ${title}`);
    print(`\n${rows.length} rows, ${count(rows)}.`);
  }
};
