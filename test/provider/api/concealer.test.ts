import { Concealer } from "../../../provider/api/concealer";

const secret = 'p/ss?w>rd~"Äöü"-17';
const conceal = (text: string) => new Concealer(["another secret", secret, secret]).text(text);

const encodings: [name: string, encode: (text: string) => string][] = [
  ["plain", (text) => text],
  ["JSON", JSON.stringify],
  ["JSON in JSON", (text) => JSON.stringify(JSON.stringify(text))],
  ["a URL", encodeURIComponent],
  ["a URL in lower case", (text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase())],
  ["a URL in a URL", (text) => encodeURIComponent(encodeURIComponent(text))],
  ["HTML", (text) => text.replaceAll(">", "&gt;").replaceAll('"', "&quot;")],
  ["a form", (text) => new URLSearchParams({ q: text }).toString()],
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64 for URLs", (text) => Buffer.from(text).toString("base64url")],
  ["hex", (text) => Buffer.from(text).toString("hex")],
  ["hex in upper case", (text) => Buffer.from(text).toString("hex").toUpperCase()],
];

test.each(encodings)("a secret is masked as %s, whatever stands before it", (_name, encode) => {
  for (const before of ["", "a", "ab", "abc"]) {
    const text = conceal(`it is ${encode(before + secret)}!`);
    expect(text).toContain("[secret]");
    expect(text).not.toContain(encode(secret).slice(2, -4));
  }
});

test("a secret without letters is masked in every spelling as well", () => {
  expect(new Concealer(["ключ/?"]).text(encodeURIComponent("ключ/?").toLowerCase())).toBe("[secret]");
});

test("each of several secrets is masked", () => {
  expect(conceal(`${secret} or another secret`)).toBe("[secret] or [secret]");
});

test("a text without a secret stays as it is", () => {
  expect(conceal("nothing to hide")).toBe("nothing to hide");
  expect(new Concealer([]).text(secret)).toBe(secret);
});

test("what has the shape of a secret is masked without being known", () => {
  expect(new Concealer([]).text('{"key":"s3cr3t"}')).toBe('{"key": "[secret]"}');
});

test.each(encodings)("a text is said to hold a secret as %s, and without it not", (_name, encode) => {
  const concealer = new Concealer(["another secret", secret]);
  for (const before of ["", "a", "ab", "abc"]) {
    expect(concealer.isIn(`it is ${encode(before + secret)}!`)).toBe(true);
    expect(concealer.isIn(`it is ${encode(before)}!`)).toBe(false);
  }
});

test("a text that has only the shape of a secret is not said to hold one", () => {
  const shape = '{"key":"some text of nobody here","url":"https://user:password@a.test"}';
  expect(new Concealer([secret]).isIn(`${shape} ${Buffer.from(shape).toString("base64")}`)).toBe(false);
});
