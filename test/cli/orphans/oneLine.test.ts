import { oneLine } from "../../../cli/orphans/oneLine";
import { shortLine } from "../../../cli/orphans/shortLine";

/** What others wrote, and how a line of ours shows it. */
const lines: [string, string][] = [
  ["plain ## words [x] #[y] ##", "plain ## words [x] #[y] ##"],
  ["a\n::error::b\r\nc\td\re", "a\\n::error::b\\nc\\td\\u000de"],
  ["a\u001b[2Kb\u0085\u2028\u202e", "a\\u001b[2Kb\\u0085\\u2028\\u202e"],
  ["a ##[error]b", "a #\\u0023[error]b"],
  ["a ##vso[task.setvariable variable=x]b", "a #\\u0023vso[task.setvariable variable=x]b"],
  ["###[error] ##teamcity[x]", "##\\u0023[error] #\\u0023teamcity[x]"],
];

test.each(lines)("%j is shown in one line that nothing obeys", (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test("a long text is cut where that is asked for", () => {
  expect(shortLine("a".repeat(100), 10)).toBe("aaaaaaaaaa… (90 more characters)");
});
