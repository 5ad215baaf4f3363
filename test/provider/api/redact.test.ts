import fc from "fast-check";
import { spellings } from "../../../provider/api/encodings.js";
import { redact } from "../../../provider/api/redact.js";
import { webToken } from "../../../provider/api/secretShapes.js";

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const goJson = (text: string): string =>
  json(text).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hex = (text: string): string => Buffer.from(text).toString("hex");
const url = (text: string): string => encodeURIComponent(text);

const bytesOf = (text: string, write: (byte: number) => string, separator: string): string =>
  [...Buffer.from(text)].map(write).join(separator);
const inHex = (byte: number): string => byte.toString(16).padStart(2, "0");
const inReferences = (text: string, write: (code: number) => string): string =>
  [...text].map((char) => `&#${write(char.codePointAt(0) ?? 0)};`).join("");

/** Ways a server may write a text with a secret in it into its message. */
const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  "JSON string": json,
  "JSON string of Go": goJson,
  "JSON string in a JSON string": (text) => json(goJson(text)),
  "URL component": url,
  "URL component in lower case": (text) => url(text).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  "URL component of a URL component": (text) => url(url(text)),
  form: (text) => new URLSearchParams({ q: text }).toString(),
  base64,
  "base64 for URLs": (text) => Buffer.from(text).toString("base64url"),
  hex,
  "hex in upper case": (text) => hex(text).toUpperCase(),
  "hex of a JSON string": (text) => hex(json(text)),
  "base64 of a JSON string": (text) => base64(json(text)),
  "hex with spaces": (text) => bytesOf(text, inHex, " "),
  "hex with colons, in upper case": (text) => bytesOf(text, inHex, ":").toUpperCase(),
  "hex of Go's source": (text) => bytesOf(text, (byte) => `0x${inHex(byte)}`, ", "),
  "numbers of Go": (text) => `[${bytesOf(text, String, " ")}]`,
  "numbers of JSON": (text) => JSON.stringify([...Buffer.from(text)]),
  "numbers of JSON, indented": (text) => JSON.stringify([...Buffer.from(text)], null, 2),
  "references of HTML": (text) => inReferences(text, String),
  "references of HTML in hex": (text) => inReferences(text, (code) => `x${code.toString(16).toUpperCase()}`),
  "references of HTML for all but letters and digits": (text) =>
    text.replace(/[^A-Za-z0-9]/gu, (char) => inReferences(char, String)),
};

/** Undoes an encoding, so that a secret cannot hide in one that the masking did not know. */
const decodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text.match(/[A-Za-z0-9+/_-]{4,}/g)?.join("\n") ?? "", "base64").toString(),
  hex: (text) => (text.match(/[0-9a-f]{8,}/gi) ?? []).map((run) => Buffer.from(run, "hex").toString()).join("\n"),
};

const words = fc.string({ unit: "binary", maxLength: 40 });
const key = fc.stringMatching(/^[A-Za-z0-9._~+/-]{8,64}$/);
const anything = fc
  .string({ unit: "grapheme", minLength: 8, maxLength: 60 })
  .filter((secret) => !"[secret]".includes(secret) && !secret.includes("["));

const survives = (text: string, secret: string): boolean =>
  Object.values(decodings).some((decode) => decode(text).includes(secret));

describe.each(Object.entries(encodings))("a known secret in a message as %s", (_name, encode) => {
  test("is masked, whatever an access key looks like and stands between", () => {
    fc.assert(
      fc.property(words, key, words, (before, secret, after) => {
        const masked = redact(encode(`${before}${secret}${after}`), [secret]);
        expect(masked).toContain("[secret]");
        expect(survives(masked, secret)).toBe(false);
        expect(masked).not.toContain(encode(secret).replace(/=+$/, ""));
      }),
    );
  });

  test("is masked, whatever characters it has", () => {
    fc.assert(
      fc.property(words, anything, words, (before, secret, after) => {
        const masked = redact(encode(`${before}${secret}${after}`), [secret]);
        expect(masked).toContain("[secret]");
        expect(survives(masked, secret)).toBe(false);
      }),
    );
  });
});

test("several secrets are masked, also where one is the beginning of another", () => {
  expect(redact("abcdefgh, abcd and wxyz", ["abcd", "abcdefgh", "wxyz"])).toBe("[secret], [secret] and [secret]");
});

test("a secret longer than one expression can hold is masked", () => {
  const secret = Array.from({ length: 900 }, (_, index) => String.fromCharCode(33 + ((index * 7) % 90))).join("");
  expect(redact(`x ${JSON.stringify(secret)} y`, [secret])).toBe('x "[secret]" y');
});

test("values of fewer than four characters are no secrets", () => {
  expect(redact("a bc def", ["", "a", "bc", "def"])).toBe("a bc def");
});

test.each([
  ['Object is {"spec":{"key":"s3cr3t \\"x"},"a":"b"}', 'Object is {"spec":{"key": "[secret]"},"a":"b"}'],
  ['"last-applied":"{\\"key\\":\\"s3cr3t\\",\\"a\\":1}"', '"last-applied":"{\\"key\\": \\"[secret]\\",\\"a\\":1}"'],
  ['cut off: {"idToken":"s3cr3t', 'cut off: {"idToken": "[secret]"'],
  ['{"op":"add","path":"/spec/key","value":"s3cr3t"}', '{"op":"add","path": "/spec/key", "value": "[secret]"}'],
  ['spec.key: Invalid value: "s3cr3t": too short', 'spec.key: Invalid value: "[secret]": too short'],
  ['OwnedAccessKeySpec{Key:"s3cr3t"}', 'OwnedAccessKeySpec{Key:"[secret]"}'],
  ["accessToken=s3cr3t, x", "accessToken=[secret], x"],
  ["Authorization: Bearer s3cr3ts3cr3t.", "Authorization: Bearer [secret]"],
  ["token eyJhbGciOi.eyJzdWIi.s3cr3t", "token [secret]"],
  ["https://user:s3cr3t@host/x", "https://user:[secret]@host/x"],
  [`(${hex('{"spec":{"key":"s3cr3t"},"metadata":{}}')})`, "([secret])"],
  [`(${base64('{"spec":{"key":"s3cr3t"},"metadata":{}}')})`, "([secret])"],
  [`body/${base64('{"key":"s3cr3t"}')}, x`, "[secret], x"],
])("what has the shape of a secret is masked: %s", (text, masked) => {
  expect(redact(text, [])).toBe(masked);
  expect(masked).not.toContain("s3cr3t");
});

test.each([
  'spacetemplates.management.loft.sh "dev" not found',
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  'line 6: key "displayName" already set in map',
  `data: ${base64('{"spec":{"displayName":"a key"}}')}`,
  "allowed are 1, 2, 3, 5, 8, 13 and 21, since 12:30:45:10, at 10 20 30 40 50",
  "d2:3f:00:11:22:33, &#49;&#50;&#51;&#52;, [300 400 500 600 700]",
  "the UID in the precondition (6f1c1a0e-51a7-4a4e-8f5c-0d1b2f3a4c5d) does not match",
  'spec.ttl: Invalid value: "number": spec.ttl in body must be of type integer: "number"',
])("what is no secret stays as it is: %s", (text) => {
  expect(redact(text, ["a-known-secret"])).toBe(text);
});

test("masking a text twice changes nothing more", () => {
  fc.assert(
    fc.property(words, key, (before, secret) => {
      const once = redact(`${before} {"key":"${secret}"} Bearer ${secret}`, [secret]);
      expect(redact(once, [secret])).toBe(once);
    }),
  );
});

test("a large message is masked in reasonable time", () => {
  const secret = "a-known-secret";
  const text = `${"6b6579".repeat(250_000)} ${"\\".repeat(100_000)} ${'"key'.repeat(50_000)} ${secret}`;
  expect(redact(text, [secret])).not.toContain(secret);
});

test.each([
  ["hex bytes", "6b 65 79:"],
  ["numbers", "107 101,"],
  ["spaces", "1,                   "],
  ["references", "&#107;&#x6"],
])("a large message of what may be %s is masked in reasonable time", (_what, part) => {
  const text = `${part.repeat(100_000)} a-known-secret`;
  const started = performance.now();
  expect(redact(text, ["a-known-secret"])).not.toContain("a-known-secret");
  expect(performance.now() - started).toBeLessThan(3000);
});

test("a run that begins like a web token again and again is searched once", () => {
  const run = "eyJ-".repeat(1000);
  expect([...run.matchAll(webToken)].map(([found]) => found)).toEqual([run]);
  expect(redact(run, [])).toBe(run);
});

test.each([
  ['spec.key: Invalid value: "s3cr3t\\\nx": no', 'spec.key: Invalid value: "[secret]": no'],
  ['spec.key: Invalid value: "s3cr3t\\', 'spec.key: Invalid value: "[secret]"'],
  ["eyJ-eyJh.eyJz.s3cr3t", "[secret]"],
  ["eyJ.eyJh.eyJz.s3cr3t", "eyJ.[secret]"],
])("what escapes or cuts a secret in an odd place is masked too: %j", (text, masked) => {
  expect(redact(text, [])).toBe(masked);
});

describe("a secret of hundreds of kilobytes", () => {
  const large = Array.from({ length: 25_000 }, (_, index) => `name${index}: "<${index}>"\n`).join("");

  test.each(Object.entries(encodings).slice(0, 5))("is masked as %s, and what else is said stays", (_name, encode) => {
    const quoted = large.slice(0, 20_000);
    const masked = redact(`Invalid value: ${encode(quoted)} is wrong`, [quoted]);
    expect(masked).toBe("Invalid value: [secret] is wrong");
  });

  test("does not keep other words from being told", () => {
    expect(redact("not found", [large])).toBe("not found");
  });

  test("does not keep a smaller one from being masked", () => {
    expect(redact("a a-known-secret b", [large, "a-known-secret"])).toBe("a [secret] b");
  });
});

test("thousands of secrets are masked", () => {
  const secrets = Array.from({ length: 2000 }, (_, index) => `s3cr3t-${index}-x`);
  expect(redact(secrets.join(", "), secrets)).toBe(secrets.map(() => "[secret]").join(", "));
});

test("backslashes of a secret can be read in one way only, however often they were quoted", () => {
  const runs = (spelling: string) => spelling.match(/\(\?!/g)?.length;
  expect(runs(spellings("\\d".repeat(30)))).toBe(30);
  expect(redact(`${json(json("\\d".repeat(9)))}Y`, [`${"\\d".repeat(9)}X`])).not.toContain("secret");
  expect(redact(json(json(`"\\n\n\\\n${"\\d".repeat(9)}"`)), [`\\n\n\\\n${"\\d".repeat(9)}`])).toMatch(
    /^[\\"]*\[secret\][\\"]*$/,
  );
});

test.each(["&#92;", "&#0092;", "&#x5c;", "&#X005C;"])("a backslash of a secret is known by its reference %s", (one) => {
  expect(redact(`a ${one}${one}b${one}&#32;c d`, ["\\\\b\\ c"])).toBe("a [secret] d");
});
