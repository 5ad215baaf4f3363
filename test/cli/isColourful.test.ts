import { isColourful } from "../../cli/isColourful";

test.each([
  ["auto", true, {}, true],
  ["auto", false, {}, false],
  ["auto", true, { NO_COLOR: "1" }, false],
  ["auto", true, { NO_COLOR: "" }, true],
  ["auto", true, { TERM: "dumb" }, false],
  ["always", false, { NO_COLOR: "1", TERM: "dumb" }, true],
  ["never", true, {}, false],
] as const)("--color %s, a terminal: %s, %j: %s", (wanted, isTTY, env, expected) => {
  expect(isColourful(wanted, { isTTY }, env)).toBe(expected);
});
