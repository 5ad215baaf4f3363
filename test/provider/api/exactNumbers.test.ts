import { exactly, jsonOf, keepText, numberOfGo, withExactNumbers } from "../../../provider/api/exactNumbers";

test.each<[string, number, boolean]>([
  ["1", 1, true],
  ["-0.5", -0.5, true],
  ["1.10", 1.1, true],
  ["0012.5", 12.5, true],
  ["1e300", 1e300, true],
  ["15e-26", 1.5e-25, true],
  ["0x1F", 31, true],
  ["1E400", Number.POSITIVE_INFINITY, true],
  ["1.00000000000000000000", 1, true],
  ["1.00000000000000000001", 1, false],
  ["1.50000000000000000000", 1.5, true],
  ["100000000000000000000", 1e20, true],
  ["123456789012345.5", 123456789012345.5, true],
  ["9007199254740993", 9007199254740992, false],
  ["12345678901234567890", 12345678901234567000, false],
  ["0.1000000000000000055511151231257827", 0.1, false],
  ["1.10037921847982101", 1.1003792184798211, false],
  ["0x1FFFFFFFFFFFFFFFF", 36893488147419103000, false],
  ["-0b1e300", 1e300, false],
  ["+0o1e300", 1e300, false],
])("the number %s read as %d is exact: %s", (source, value, isExact) => {
  expect(exactly(source, value) === value).toBe(isExact);
});

test("a number that is not exact equals only the same text", () => {
  const [one, same, other] = ["9007199254740993", "9007199254740993", "9007199254740992.5"].map((source) =>
    exactly(source, 9007199254740992),
  );
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(one).not.toBe("9007199254740993");
  expect(exactly("text", "text")).toBe("text");
});

test.each(["0X1F", "-0xaF", "0B10", "0o17", "-_1", "+1", "1.", "12.5", ".55", "1e15", "1E-5", "1_000"])(
  "Go reads %s as a number",
  (source) => {
    expect(numberOfGo(source)?.endsWith(source)).toBe(true);
  },
);

test.each(["", "x", "0x", "0xg", "0b2", "0o8", ".", "1e", "1.5.5", "1a", "a1", "--1", "e5"])(
  "Go reads %j as a text",
  (source) => {
    expect(numberOfGo(source)).toBeUndefined();
  },
);

test.each<[string, text: string]>([
  ["in lists and objects", '{"metadata":{},"a":[1,{"b":9007199254740993}]}'],
  [
    "beside texts with quotes and digits",
    '{"metadata":{},"\\"9007199254740993":"\\\\","a":[9007199254740993,"9007199254740993\\""]}',
  ],
])("an object is written with the digits that were read: %s", (_, text) => {
  const read = JSON.parse(text);
  keepText(read, text);
  expect(jsonOf(withExactNumbers(structuredClone(read), read))).toBe(text);
});

test("an object of which no text is known is written as it is", () => {
  const object = { metadata: {}, a: 9007199254740992 };
  expect(jsonOf(withExactNumbers(object, object))).toBe(JSON.stringify(object));
});

test("a text that looks like a number as it was written stays a text", () => {
  expect(jsonOf({ a: "00000000-0000-4000-8000-000000000000 1" })).toBe(
    '{"a":"00000000-0000-4000-8000-000000000000 1"}',
  );
});
