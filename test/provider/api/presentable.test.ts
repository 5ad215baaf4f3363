import fc from "fast-check";
import { presentable } from "../../../provider/api/presentable";
import { quoted } from "../../../provider/api/quoted";

const kiB = 1024;
const mebibyte = 1024 * kiB;

test.each([
  ["\u001b[2J\u0007red", "\\u001b[2J\\u0007red"],
  ["a\rb", "a\\u000db"],
  ["a\r\nb\tc\nd", "a\nb\tc\nd"],
  ["\u009b31m", "\\u009b31m"],
  ["\u202eevil\u2066", "\\u202eevil\\u2066"],
  ["Größe 日本 🙂", "Größe 日本 🙂"],
])("control characters are escaped: %j", (text, shown) => {
  expect(presentable(text, [])).toBe(shown);
});

test.each<[text: string, longest: number, shown: string | RegExp]>([
  ["a b ".repeat(100), 10, "a b a b a … (390 more characters)"],
  ["a b ".repeat(mebibyte), 10, /^a b a b a … \(4\d{6} more characters\)$/],
  ["ab😀cd", 3, "ab… (3 more characters)"],
  ["ab😀cd", 4, "ab😀… (2 more characters)"],
  ["a b ".repeat(64 * kiB), mebibyte, "a b ".repeat(64 * kiB)],
])("a text is cut between characters, and the message counts the rest (%#)", (text, longest, shown) => {
  expect(presentable(text, [], longest)).toEqual(typeof shown === "string" ? shown : expect.stringMatching(shown));
});

test.each([
  ["dev", '"dev"'],
  ["", '""'],
  ['say "a"\n', '"say \\"a\\"\\n"'],
  ["\u202e", '"\\u202e"'],
  ["x".repeat(80), `"${"x".repeat(80)}"`],
  ["x".repeat(81), `"${"x".repeat(80)}…"`],
])("the value %j is quoted as %s", (value, shown) => {
  expect(quoted(value)).toBe(shown);
});

describe("a text that is too long to be masked as a whole shows no part of a secret", () => {
  const lines = Array.from({ length: 60 }, (_, index) => `${index * 7919}: <v&>\n`).join("");
  const encodings: Record<string, (text: string) => string> = {
    plain: (text) => text,
    JSON: (text) => JSON.stringify(text),
    "URL component": encodeURIComponent,
    base64: (text) => Buffer.from(text).toString("base64"),
    hex: (text) => Buffer.from(text).toString("hex"),
  };

  test.each(Object.entries(encodings))("where the cut falls into %s", (_name, encode) => {
    const secret = lines.slice(0, 150);
    const encoded = encode(secret);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: encoded.length - 1 }), (position) => {
        const text = "- ".repeat(mebibyte).slice(0, 256 * kiB - position) + encoded + " -".repeat(mebibyte);
        expect(presentable(text, [secret], mebibyte)).toMatch(/^[- ]+(\[secret\][- ]*)?… \(\d+ more characters\)$/);
      }),
      { numRuns: 20 },
    );
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index * 7919}`).join(" ");
  const [larger, large, short] = [numbers(60_000), numbers(20_000), "s3cr3t-0123456789"];
  const beforeCut = "- ".repeat(100 * kiB);

  test.each<[what: string, text: string, secret: string, shown: RegExp]>([
    ["the secret is longer than the masked part", `it is ${larger}, no?`, larger, /^it is \[secret\]… \(\d+ more/],
    [
      "its base64 begins far before the cut",
      beforeCut + Buffer.from(large).toString("base64"),
      large,
      /^[- ]+… \(\d+ m/,
    ],
    ["secrets fill the text", `${short} `.repeat(mebibyte / 8), short, /^(?!.*s3c)/s],
  ])("where %s", (_what, text, secret, shown) => {
    expect(presentable(text, [secret], mebibyte)).toMatch(shown);
  });
});
