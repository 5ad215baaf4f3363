import { rememberText, toJson, withExactNumbers } from "../../../../provider/api/input/exactNumbers";

test.each<[string, text: string]>([
  ["in lists and objects", '{"metadata":{},"a":[1,1.50,{"b":9007199254740993}]}'],
  [
    "beside texts with quotes and digits",
    '{"metadata":{},"\\"9007199254740993":"\\\\","a":[9007199254740993,"9007199254740993\\""]}',
  ],
])("numbers keep their original digits: %s", (_, text) => {
  const read = JSON.parse(text);
  rememberText(read, text);
  expect(toJson(withExactNumbers(structuredClone(read), read))).toBe(text);
});

test("an object without a stored text is serialized unchanged", () => {
  const object = { metadata: {}, a: 9007199254740992 };
  expect(toJson(withExactNumbers(object, object))).toBe(JSON.stringify(object));
});

test("a text that looks like a tagged number stays a text", () => {
  expect(toJson({ a: "00000000-0000-4000-8000-000000000000 1" })).toBe(
    '{"a":"00000000-0000-4000-8000-000000000000 1"}',
  );
});
