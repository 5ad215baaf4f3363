import { shownAt } from "../../../../cli/drift/looking/shownAt";

const inputs = { key: "k", login: { token: "t", user: "u" }, list: [{ a: "x" }, { a: "y" }], plain: { b: 1 } };

test.each<[string, (string | number)[], (string | number)[][], unknown]>([
  ["a secret is a word", ["key"], [["key"]], "[secret]"],
  ["what lies in a secret is a word", ["login", "user"], [["login"]], "[secret]"],
  ["a secret in what is shown is a word", ["login"], [["login", "token"]], { token: "[secret]", user: "u" }],
  ["a secret in each entry is a word", ["list"], [["list", "*", "a"]], [{ a: "[secret]" }, { a: "[secret]" }]],
  ["an entry of a secret list is a word", ["list", 1], [["list"]], "[secret]"],
  ["what is no secret is shown", ["plain"], [["key"]], { b: 1 }],
  ["what is not there is nothing, be it secret or not", ["absent"], [["absent"]], undefined],
])("%s", (_, path, secrets, shown) => {
  expect(shownAt(inputs, path, secrets)).toEqual(shown);
});
