import { actionsIn } from "../../../provider/objects/actionsIn";

test.each<[string, string[]]>([
  ["", []],
  ["a: b", []],
  ["{{ a }}", [" a "]],
  ["x {{ a }} y {{ b }}", [" a ", " b "]],
  ["{{a}}{{b}}", ["a", "b"]],
  ["{{}}", [""]],
  ["{{ a\n b }}", [" a\n b "]],
  ["{{ a }} }}", [" a "]],
  ["{{ a", []],
  ["a }}", []],
  ["}}", []],
  ["}} {{", []],
  ["{{ a }} {{ b", [" a "]],
  ["{{ a }} x {{", [" a "]],
  ["{ { a } }", []],
])("the actions of %j are %j", (text, actions) => {
  expect(actionsIn(text)).toEqual(actions);
});
