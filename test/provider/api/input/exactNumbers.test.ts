import { rememberText, toJson, withExactNumbers } from "../../../../provider/api/input/exactNumbers";

test.each<[string, text: string]>([
  ["in lists and objects", '{"metadata":{},"a":[1,1.50,{"b":9007199254740993}]}'],
  [
    "beside texts with quotes and digits",
    '{"metadata":{},"\\"9007199254740993":"\\\\","a":[9007199254740993,"9007199254740993\\""]}',
  ],
])("an object is written with the digits that were read: %s", (_, text) => {
  const read = JSON.parse(text);
  rememberText(read, text);
  expect(toJson(withExactNumbers(structuredClone(read), read))).toBe(text);
});

test("an object of which no text is known is written as it is", () => {
  const object = { metadata: {}, a: 9007199254740992 };
  expect(toJson(withExactNumbers(object, object))).toBe(JSON.stringify(object));
});

test("a text that looks like a number as it was written stays a text", () => {
  expect(toJson({ a: "00000000-0000-4000-8000-000000000000 1" })).toBe(
    '{"a":"00000000-0000-4000-8000-000000000000 1"}',
  );
});
