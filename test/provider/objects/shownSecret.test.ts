import { isMask, shownSecret } from "../../../provider/objects/shownSecret";

test.each([
  ["key-0123", "key-0123"],
  ["key***", "key***"],
  ["***key", "***key"],
  ["", undefined],
  ["***", undefined],
  [7, undefined],
  [null, undefined],
])("an object with the secret %j shows %j", (value, shown) => {
  expect(shownSecret(value)).toBe(shown);
});

test.each([
  ["", true],
  ["***", true],
  [null, true],
  ["key***", false],
  [7, false],
  [undefined, false],
  [{}, false],
  [{ a: "", b: null }, false],
  [{ a: "key" }, false],
  [{ a: "key", b: "***" }, true],
  [{ a: { b: "***" } }, true],
])("%j stands in place of a secret: %s", (value, expected) => {
  expect(isMask(value)).toBe(expected);
});
