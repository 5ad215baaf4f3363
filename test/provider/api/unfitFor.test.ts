import { unfitFor } from "../../../provider/api/unfitFor";

const broken = "a text that is no valid Unicode";
const tooLarge = "a number that is too large";

const rows: [text: string, problem: string | undefined][] = [
  ['"\\ud800"', broken],
  ['"\\uDFFF and more"', broken],
  ['{"a":["ok",{"b":"\\udc00\\ud800"}]}', broken],
  ['{"a\\ud83d":1}', broken],
  ['"\\ud83d\\ude00"', undefined],
  ["1e400", tooLarge],
  ["-1E+400", tooLarge],
  ['{"a":[1,null,true,{"b":1e999}]}', tooLarge],
  [`[${"9".repeat(310)}]`, tooLarge],
  [`[${"9".repeat(305)}]`, undefined],
  ["1e308", undefined],
  ["1e-999", undefined],
  [`[${"1".repeat(250)}e99]`, tooLarge],
  ['{"a":"1e999","b":[null,true,{}],"c":7}', undefined],
  ['{"a":"1e999","b":"\\ud800"}', broken],
  ["{}", undefined],
];

test.each(rows)("what no state can hold is told of %s", (text, problem) => {
  expect(unfitFor(text, JSON.parse(text))).toBe(problem);
});
