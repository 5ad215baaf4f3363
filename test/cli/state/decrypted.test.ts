import { decrypted } from "../../../cli/state/decrypted";

const signature = "4dabf18193072939515e22adb298388d";
const secret = "1b47061264138c4ac30d75fd1eb44270";
const sealed = (value: unknown) => ({ [signature]: secret, plaintext: JSON.stringify(value) });
const opened = (value: unknown) => ({ [signature]: secret, value });

test("secrets of an exported state become what a provider gets, inside each other, too", () => {
  const state = { a: 1, b: sealed("text"), c: [sealed([1, { d: sealed({ e: null }) }])] };
  expect(decrypted(state)).toEqual({ a: 1, b: opened("text"), c: [opened([1, { d: opened({ e: null }) }])] });
});

test("a map that has a member called plaintext is no secret", () => {
  const labels = { plaintext: "label" };
  const others = { plaintext: "label", other: "x" };
  expect(decrypted({ labels, others })).toEqual({ labels, others });
});
