import fc from "fast-check";
import { ApiError } from "../../../provider/api/errors";
import { presentable } from "../../../provider/api/presentable";

const kiB = 1024;
const mebibyte = 1024 * kiB;

test.each([
  ["\u001b[2J\u0007red", "\\u001b[2J\\u0007red"],
  ["a\rb", "a\\u000db"],
  ["a\r\nb\tc\nd", "a\nb\tc\nd"],
  ["\u009b31m", "\\u009b31m"],
  ["\u202eevil\u2066", "\\u202eevil\\u2066"],
  ["Größe 日本 🙂", "Größe 日本 🙂"],
])("what a terminal would obey is written as an escape: %j", (text, shown) => {
  expect(presentable(text, [])).toBe(shown);
});

test("a long text is cut, and how much is left out is said", () => {
  expect(presentable("a b ".repeat(100), [], 10)).toBe("a b a b a … (390 more characters)");
  expect(presentable("a b ".repeat(mebibyte), [], 10)).toMatch(/^a b a b a … \(4\d{6} more characters\)$/);
});

test("no half of a character is left where a text is cut", () => {
  expect(presentable("ab😀cd", [], 3)).toBe("ab… (3 more characters)");
  expect(presentable("ab😀cd", [], 4)).toBe("ab😀… (2 more characters)");
});

test("a text of 256 KiB is masked as a whole", () => {
  const text = "a b ".repeat(64 * kiB);
  expect(presentable(text, [], mebibyte)).toBe(text);
});

describe("of a text that is too long to be masked as a whole, no part of a secret shows", () => {
  const lines = Array.from({ length: 60 }, (_, index) => `${index * 7919}: <v&>\n`).join("");
  const encodings: Record<string, (text: string) => string> = {
    plain: (text) => text,
    JSON: (text) => JSON.stringify(text),
    "URL component": encodeURIComponent,
    base64: (text) => Buffer.from(text).toString("base64"),
    hex: (text) => Buffer.from(text).toString("hex"),
  };

  test.each(Object.entries(encodings))("wherever the cut falls into it as %s", (_name, encode) => {
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

  test("when the cut falls into one that is longer than all that is masked", () => {
    const secret = Array.from({ length: 60_000 }, (_, index) => `${index * 7919}`).join(" ");
    expect(presentable(`it is ${secret}, no?`, [secret], mebibyte)).toMatch(
      /^it is \[secret\]… \(\d+ more characters\)$/,
    );
  });

  test("when the cut falls into the base64 of one, far behind its beginning", () => {
    const secret = Array.from({ length: 20_000 }, (_, index) => `${index * 7919}`).join(" ");
    const text = `${"- ".repeat(100 * kiB)}${Buffer.from(secret).toString("base64")}`;
    expect(presentable(text, [secret], mebibyte)).toMatch(/^[- ]+… \(\d+ more characters\)$/);
  });

  test("when all before the cut are secrets", () => {
    const secret = "s3cr3t-0123456789";
    expect(presentable(`${secret} `.repeat(mebibyte / 8), [secret], 100)).not.toContain("s3c");
  });
});

test("all that an error holds of a server's words can be shown", () => {
  const secret = "s3cr3t-0123456789";
  const words = `\u001b${secret}${"x ".repeat(2 * kiB)}`;
  const causes = Array.from({ length: 1000 }, () => ({ field: words, reason: words, message: words }));
  const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };
  const error = new ApiError(subject, { status: 422, reason: words, message: words, causes }, [secret]);
  const held = [error.message, error.reason, error.serverMessage, ...error.causes.flatMap(Object.values)].join("\n");
  expect(held).not.toContain(secret);
  expect(held).not.toContain("\u001b");
  expect(held.length).toBeLessThan(mebibyte);
  expect(error.causes.length + error.causesLeftOut).toBe(1000);
});
