import { installAgain } from "../../scripts/setup/installAgain.js";

const good = { code: 0, output: "added 3 packages" };
const leftOver = { code: 190, output: "npm error code ENOTEMPTY\nnpm error syscall rename" };
const other = { code: 1, output: "npm error code E404" };

test.each([
  ["that works runs once", [good], good, 1],
  ["that stumbles over what a killed one left runs once more", [leftOver, good], good, 2],
  ["that stumbles twice runs no third time", [leftOver, leftOver], leftOver, 2],
  ["that fails otherwise runs once", [other], other, 1],
])("an installation %s", async (_what, results, ended, times) => {
  const left = [...results];
  const install = jest.fn(async () => left.shift() ?? good);
  expect(await installAgain(install)).toEqual(ended);
  expect(install).toHaveBeenCalledTimes(times);
});
