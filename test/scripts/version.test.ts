import { isAtLeast, parseVersion } from "../../scripts/setup/version.js";

test.each([
  ["v3.259.0", [3, 259, 0]],
  ["go1.26", [1, 26, 0]],
  ["3.260.0-alpha.x1234", [3, 260, 0]],
  ["devel", undefined],
])("the version in %j is %j", (text, numbers) => {
  expect(parseVersion(text)).toEqual(numbers);
});

test.each([
  ["v3.216.0", "3.216.0", true],
  ["v3.216.1", "3.216.0", true],
  ["v4.0.0", "3.216.0", true],
  ["v3.215.9", "3.216.0", false],
  ["v3.99.0", "3.216.0", false],
  ["", "3.216.0", false],
])("that %j is at least %j is %j", (have, wanted, answer) => {
  expect(isAtLeast(have, wanted)).toBe(answer);
});
