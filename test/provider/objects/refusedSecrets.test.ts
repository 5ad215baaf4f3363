import { withoutValues } from "../../../provider/objects/refusal";

test.each([
  ['Invalid value: "s3cr3t": no', 'Invalid value: "[secret]": no'],
  ['Invalid value: "s3\\"cr3t\\\nx": no', 'Invalid value: "[secret]": no'],
  ['Invalid value: "s3cr3t was cut', 'Invalid value: "[secret]"'],
  ['Invalid value: "s3cr3t was cut\\', 'Invalid value: "[secret]"'],
  ["Invalid value: 1234: must be less", "Invalid value: [secret]: must be less"],
  ['Invalid value: map[string]string{"s3":"cr3t"}: no', "Invalid value: [secret]: no"],
  [
    'Unsupported value: "s3cr3t": supported: "a", "b"',
    'Unsupported value: "[secret]": supported: "[secret]", "[secret]"',
  ],
  ['Duplicate value: "s3cr3t"', 'Duplicate value: "[secret]"'],
  ["line 3: cannot unmarshal !!str `s3cr3t` into int", "line 3: cannot unmarshal !!str `[secret]` into int"],
  ["the value 's3cr3t' can't be read, it isn't a number", "the value '[secret]' can't be read, it isn't a number"],
  ["the value 's3cr3t was cut", "the value '[secret]'"],
  ["cannot unmarshal `s3cr3t was cut", "cannot unmarshal `[secret]`"],
  ["Invalid value: s3\ncr3t and more: no", "Invalid value: [secret]: no"],
  ["Invalid value: s3cr3t", "Invalid value: [secret]"],
  ["Required value: name it", "Required value: name it"],
  ["Too long: must have at most 5 bytes", "Too long: must have at most 5 bytes"],
])("of what a server says of a secret, no value stays: %j", (words, shown) => {
  expect(withoutValues(words)).toBe(shown);
});
