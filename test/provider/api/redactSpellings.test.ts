import { redact } from "../../../provider/api/redact";

const hex = (text: string) => Buffer.from(text).toString("hex");

test.each<[what: string, secret: string, shown: string]>([
  ["two backslashes", "a\\\\b-secret", "a\\\\b-secret"],
  ["two backslashes as JSON", "a\\\\b-secret", "a\\\\\\\\b-secret"],
  ["a character of two units as JSON", "pass😀word", "pass\\ud83d\\ude00word"],
  ["the same in capitals", "pass😀word", "pass\\uD83D\\uDE00word"],
  ["a line end in a URL", "line\nfeed", "line%0Afeed"],
  ["a line end in bytes", "line\nfeed", "line\\x0afeed"],
  ["a line end as Go writes it", "line\nfeed", "line\\nfeed"],
  ["a character of two bytes", "pässword", "p\\xc3\\xa4ssword"],
  ["a quote as HTML", "pass'word", "pass&#39;word"],
  ["a space of a form", "pass word", "pass+word"],
])("a secret with %s is masked", (_what, secret, shown) => {
  expect(redact(`it is "${shown}".`, [secret])).toBe('it is "[secret]".');
});

describe("beside a secret of thousands of characters", () => {
  const long = Array.from({ length: 400 }, (_, index) => `part ${index} & `).join("");

  test.each([["before it"], ["behind it"]])("a short one that is named %s is masked in every spelling", (where) => {
    const secrets = where === "before it" ? ["pässword", long] : [long, "pässword"];
    expect(redact("it is p\\xc3\\xa4ssword.", secrets)).toBe("it is [secret].");
  });

  test("one that begins with it is masked to its end", () => {
    const longer = `${long}${"and so on ".repeat(25)}`;
    for (const secrets of [
      [long, longer],
      [longer, long],
    ])
      expect(redact(`it is ${longer}.`, secrets)).toBe("it is [secret].");
  });

  test("it is masked itself as the value of a form", () => {
    const form = new URLSearchParams({ value: `x ${long}` }).toString();
    expect(redact(form, [long])).toBe("value=x+[secret]");
  });
});

test.each<[what: string, text: string, masked: string]>([
  ["text of 32 bytes", hex("the body that it could not read:"), "[secret]"],
  ["text of 31 bytes", hex("the body that it could not read"), hex("the body that it could not read")],
  ["control characters", hex("\u0001".repeat(40)), hex("\u0001".repeat(40))],
  ["text that is broken here and there", hex("abcdefghi\u0001".repeat(4)), "[secret]"],
  ["text that is broken more often", hex("abcdefgh\u0001".repeat(4)), hex("abcdefgh\u0001".repeat(4))],
  ["letters, marks, signs and separators", hex("Größe\u0301 日本 €5 – “no” 🙂\u2028 a\tb\r\n"), "[secret]"],
])("hex of %s: masked where it may be a body that was quoted", (_what, text, masked) => {
  expect(redact(`(${text})`, [])).toBe(`(${masked})`);
});

test("the shortest object with a secret is found in base64", () => {
  expect(redact(`(${Buffer.from('{"key":"a"}').toString("base64")})`, [])).toBe("([secret])");
});
