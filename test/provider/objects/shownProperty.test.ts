import { shownProperty } from "../../../provider/objects/shownProperty";

test.each([
  ["a.b[0]", "a.b[0]"],
  ["a\nb\tc", "a\\nb\\tc"],
  ["a\u001b[31mb", "a\\u001b[31mb"],
  ["x".repeat(200), "x".repeat(200)],
  ["x".repeat(201), `${"x".repeat(200)}…`],
])("of the property %j a message shows %j", (property, shown) => {
  expect(shownProperty(property)).toBe(shown);
});
