import { decrypted } from "../../../cli/state/exportedState";

const signature = "4dabf18193072939515e22adb298388d";
const secret = "1b47061264138c4ac30d75fd1eb44270";
const sealed = (value: unknown) => ({ [signature]: secret, plaintext: JSON.stringify(value) });
const opened = (value: unknown) => ({ [signature]: secret, value });
const labels = { plaintext: "label" };

test.each<[string, unknown, unknown]>([
  ["secrets", { a: 1, b: sealed("text") }, { a: 1, b: opened("text") }],
  ["nested secrets", { c: [sealed([{ d: sealed({ e: null }) }])] }, { c: [opened([{ d: opened({ e: null }) }])] }],
  [
    "a map with a member called plaintext",
    { labels, others: { ...labels, other: "x" } },
    { labels, others: { ...labels, other: "x" } },
  ],
])("%s of an exported state as the provider gets them", (_, state, expected) => {
  expect(decrypted(state as never)).toEqual(expected);
});

test("a secret that is no JSON is not quoted", () => {
  const state = { a: { ...sealed(""), plaintext: "canary" } };
  expect(() => decrypted(state)).toThrow(/^The state holds a secret that is no JSON\.$/);
});
