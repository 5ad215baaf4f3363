import fc from "fast-check";
import { Secrets } from "../../../../provider/api/output/redaction";
import { jsonWebToken } from "../../../../provider/api/output/secretForms";

const redact = (text: string, secrets: readonly string[]): string => new Secrets(secrets).mask(text);

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const goJson = (text: string): string =>
  json(text).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hex = (text: string): string => Buffer.from(text).toString("hex");
const url = (text: string): string => encodeURIComponent(text);

type Encode = (text: string) => string;

/** How a server may encode a text with a secret in its message. */
const encodings: [name: string, encode: Encode][] = [
  ["plain text", (text) => text],
  ["a JSON string", json],
  ["a JSON string of Go", goJson],
  ["a JSON string in a JSON string", (text) => json(goJson(text))],
  ["a URL component", url],
  ["a URL component in lower case", (text) => url(text).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())],
  ["a URL component of a URL component", (text) => url(url(text))],
  ["a form", (text) => new URLSearchParams({ q: text }).toString()],
  ["base64", base64],
  ["base64 for URLs", (text) => Buffer.from(text).toString("base64url")],
  ["base64 of a JSON string", (text) => base64(json(text))],
  ["hex", hex],
  ["hex in upper case", (text) => hex(text).toUpperCase()],
  ["hex of a JSON string", (text) => hex(json(text))],
];

/** Decodes the encodings that could still hide a secret after masking. */
const decodings: Encode[] = [
  (text) => text,
  (text) => Buffer.from(text.match(/[A-Za-z0-9+/_-]{4,}/g)?.join("\n") ?? "", "base64").toString(),
  (text) => (text.match(/[0-9a-f]{8,}/gi) ?? []).map((run) => Buffer.from(run, "hex").toString()).join("\n"),
];

const words = fc.string({ unit: "binary", maxLength: 40 });
const keyCharacters = /^[A-Za-z0-9._~+/-]{8,64}$/;
const key = fc.stringMatching(keyCharacters);
const anyText = fc
  .string({ unit: "grapheme", minLength: 8, maxLength: 60 })
  .filter((secret) => !"[secret]".includes(secret) && !secret.includes("["));

test.each(encodings)("a known secret is masked in %s, whatever it is and stands between", (_name, encode) => {
  fc.assert(
    fc.property(words, fc.oneof(key, anyText), words, (before, secret, after) => {
      const masked = redact(encode(`${before}${secret}${after}`), [secret]);
      expect(masked).toContain("[secret]");
      for (const decode of decodings) expect(decode(masked)).not.toContain(secret);
      if (keyCharacters.test(secret)) expect(masked).not.toContain(encode(secret).replace(/=+$/, ""));
    }),
  );
});

test("masking twice equals masking once", () => {
  fc.assert(
    fc.property(words, key, (before, secret) => {
      const once = redact(`${before} {"key":"${secret}"} Bearer ${secret}`, [secret]);
      expect(redact(once, [secret])).toBe(once);
    }),
  );
});

test.each<[what: string, secret: string, shown: string]>([
  ["two backslashes in JSON", "a\\\\b-secret", "a\\\\\\\\b-secret"],
  ["signs that Go escapes", "<a&b-secret>", "\\u003ca\\u0026b-secret\\u003e"],
  ["signs that Go escapes, in JSON in JSON", "<a&b-secret>", "\\\\u003ca\\\\u0026b-secret\\\\u003e"],
])("a secret with %s is masked", (_what, secret, shown) => {
  expect(redact(`it is "${shown}".`, [secret])).toBe('it is "[secret]".');
});

test.each<[what: string, secret: string, shown: string]>([
  ["a surrogate pair", "pass😀word", "pass\\ud83d\\ude00word"],
  ["a quoting character", "it's+secret", "it\\u0027s\\u002bsecret"],
  ["a line end in a URL", "line\nfeed", "line%0Afeed"],
  ["a line end in bytes", "line\nfeed", "line\\x0afeed"],
  ["UTF-8 in bytes", "pässwörd", "p\\xc3\\xa4ssw\\xc3\\xb6rd"],
  ["a code point of Go and YAML", "pass😀word", "pass\\U0001f600word"],
  ["a bell of Go", "ring\u0007ring", "ring\\aring"],
  ["other line ends", "one\r\ntwo-2", "one\ntwo-2"],
  ["indentation", "one\ntwo-2", "|\n    one\n    two-2"],
  ["indentation in JSON", "one\ntwo-2", "|\\n    one\\n    two-2"],
])("a text that escapes more of a secret than JSON needs is left out: %s", (_what, secret, shown) => {
  expect(redact(`it is "${shown}".`, [secret])).toBe("[secret]");
});

test("a value of fewer than four characters is not a secret", () => {
  expect(redact("a bc def", ["", "a", "bc", "def"])).toBe("a bc def");
});

describe("several secrets are masked", () => {
  const many = Array.from({ length: 2000 }, (_, index) => `s3cr3t-${index}-x`);
  const nested = ["abcd", "abcdefgh", "wxyz"];

  test.each<[what: string, secrets: string[], text: string, masked: string]>([
    ["of which one begins another", nested, "abcdefgh, abcd and wxyz", "[secret], [secret] and [secret]"],
    ["of which there are thousands", many, many.join(", "), many.map(() => "[secret]").join(", ")],
  ])("%s", (_what, secrets, text, masked) => {
    expect(redact(text, secrets)).toBe(masked);
  });
});

describe("a secret of several lines", () => {
  const key = Array.from({ length: 20 }, (_, at) => hex(`line ${at}`).repeat(3)).join("\n");
  const pem = `-----BEGIN KEY-----\n${key}\n-----END KEY-----\n`;
  const manifest = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  password: "s3cr3t"\n${"# comment\n".repeat(20)}`;

  test.each([
    ["plain text", (text: string) => text],
    ["JSON", json],
    ["JSON in JSON", (text: string) => json(json(text))],
  ])("is masked line by line in %s", (_name, encode) => {
    expect(redact(`it is "${encode(pem.trim())}".`, [pem])).toBe('it is "[secret]".');
    for (const line of pem.trim().split("\n")) expect(redact(`it is ${line}.`, [pem])).toBe("it is [secret].");
  });

  test("keeps the lines that every manifest has, and words", () => {
    expect(redact(`got\n${manifest}`, [manifest])).toBe(
      "got\napiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  [secret]\n",
    );
    expect(redact("no password, no Secret, not found", [manifest])).toBe("no password, no Secret, not found");
  });
});

describe("a secret of short lines only is masked", () => {
  const codes = Array.from({ length: 40 }, (_, at) => `${100_003 + at * 7919}`).join("\n");

  test.each([
    ["as a whole", "one\ntwo-2", "it is one\ntwo-2.", "it is [secret]."],
    ["without the line end of a file", "hunt3r\n", "it is hunt3r.", "it is [secret]."],
    ["with more than 200 characters", codes, `it is ${codes}.`, "[secret]"],
    ["with more than 200 characters, indented", codes, `it is ${codes.replaceAll("\n", "\n  ")}.`, "[secret]"],
  ])("%s", (_what, secret, text, masked) => {
    expect(redact(text, [secret])).toBe(masked);
  });
});

test.each(["\\n", "a/", "ab/", "9"])("hex and base64 are masked after %j", (before) => {
  for (const encode of [hex, base64])
    expect(redact(`it is ${before}${encode("s3cr3t")}.`, ["s3cr3t"])).toMatch(/\[secret\]\.$/);
});

describe("a text with a part of a line of more than 200 characters is left out", () => {
  const long = Array.from({ length: 40 }, (_, index) => `part ${index} & "`).join("");

  test.each(encodings.filter(([name]) => !/base64|hex/.test(name)))("in %s", (_name, encode) => {
    expect(redact(`it is ${encode(long)}, no?`, [long])).toBe("[secret]");
    expect(redact(`it is ${encode(long.slice(50, 150))}, no?`, ["a-known-secret", `a\n${long}`])).toBe("[secret]");
  });

  test("but not a text with its words", () => {
    expect(redact("part of it & a-known-secret", [long, "a-known-secret"])).toBe("part of it & [secret]");
  });
});

test.each([
  ['Object is {"spec":{"key":"s3cr3t \\"x"},"a":"b"}', 'Object is {"spec":{"key": "[secret]"},"a":"b"}'],
  ['"last-applied":"{\\"key\\":\\"s3cr3t\\",\\"a\\":1}"', '"last-applied":"{\\"key\\": \\"[secret]\\",\\"a\\":1}"'],
  ['cut off: {"idToken":"s3cr3t', 'cut off: {"idToken": "[secret]"'],
  ['{"op":"add","path":"/spec/key","value":"s3cr3t"}', '{"op":"add","path": "/spec/key", "value": "[secret]"}'],
  ['spec.key: Invalid value: "s3cr3t": too short', 'spec.key: Invalid value: "[secret]": too short'],
  ['spec.key: Invalid value: "s3cr3t\\\nx": no', 'spec.key: Invalid value: "[secret]": no'],
  ['spec.key: Invalid value: "s3cr3t\\', 'spec.key: Invalid value: "[secret]"'],
  ['OwnedAccessKeySpec{Key:"s3cr3t"}', 'OwnedAccessKeySpec{Key:"[secret]"}'],
  ["{Name:a Password:s3cr3t RepoURL:b}", "{Name:a Password:[secret] RepoURL:b}"],
  ["map[name:a password:s3cr3t]", "map[name:a password:[secret]]"],
  ["&{Key:s3cr3t}", "&{Key:[secret]}"],
  ["accessToken=s3cr3t, x", "accessToken=[secret], x"],
  ["Authorization: Bearer s3cr3ts3cr3t.", "Authorization: Bearer [secret]"],
  ["token eyJhbGciOi.eyJzdWIi.s3cr3t", "token [secret]"],
  ["eyJ.eyJh.eyJz.s3cr3t", "eyJ.[secret]"],
  ["https://user:s3cr3t@host/x", "https://user:[secret]@host/x"],
  ["http://user:s3@cr3t@host, x", "http://user:[secret]@host, x"],
  [`(${hex('{"spec":{"key":"s3cr3t"},"metadata":{}}')})`, "([secret])"],
  [`(${base64('{"spec":{"key":"s3cr3t"},"metadata":{}}')})`, "([secret])"],
  [`(${base64('{"key":"a"}')})`, "([secret])"],
  [`body:${base64('{"key":"s3cr3t"}')}, x`, "body:[secret], x"],
])("an unknown secret is masked by its shape: %j", (text, masked) => {
  expect(redact(text, [])).toBe(masked);
});

test.each([
  'spacetemplates.management.loft.sh "dev" not found',
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  'line 6: key "displayName" already set in map',
  `data: ${base64('{"spec":{"displayName":"a key"}}')}`,
  "allowed are 1, 2, 3, 5, 8, 13 and 21, since 12:30:45:10, at 10 20 30 40 50",
  "urn:pulumi:dev::app::example:index:Key::key::a",
  "spec.password: Required value",
  "the UID in the precondition (6f1c1a0e-51a7-4a4e-8f5c-0d1b2f3a4c5d) does not match",
  'spec.ttl: Invalid value: "number": spec.ttl in body must be of type integer: "number"',
])("a text without a secret stays: %s", (text) => {
  expect(redact(text, ["a-known-secret"])).toBe(text);
});

test.each([
  ["hex, backslashes and quotes", `${"6b6579".repeat(20_000)} ${"\\".repeat(25_000)} ${'"key'.repeat(12_500)}`],
  ["percent signs", `${"%25".repeat(20_000)}%${"25".repeat(20_000)}`],
  ["words", "s3cr3t-a-known-secre ".repeat(4_000)],
  ["masks and backslashes", `[secret]${"\\n\\".repeat(50)}`.repeat(400)],
])("a large message of %s is masked in three seconds of processor time", (_what, text) => {
  const before = process.cpuUsage();
  expect(redact(`${text} a-known-secret`, ["a-known-secret"])).not.toContain("a-known-secret");
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3000);
});

test("a run with many starts of a web token is searched once", () => {
  const run = "eyJ-".repeat(1000);
  expect([...run.matchAll(jsonWebToken)].map(([found]) => found)).toEqual([run]);
  expect(redact(run, [])).toBe(run);
});

describe("several secrets", () => {
  const secret = 'p/ss?w>rd~"Äöü"-17';
  const secrets = new Secrets(["another secret", secret, secret]);

  test.each(encodings)("finds and masks one in %s, whatever stands before it", (_name, encode) => {
    for (const before of ["", "a", "ab", "abc"]) {
      const text = `it is ${encode(before + secret)}!`;
      expect(secrets.mask(text)).toContain("[secret]");
      expect(secrets.mask(text)).not.toContain(encode(secret).slice(2, -4));
      expect(secrets.foundIn(text)).toBe(true);
      expect(secrets.foundIn(`it is ${encode(before)}!`)).toBe(false);
    }
  });

  test("masks each, also one without letters", () => {
    expect(secrets.mask(`${secret} or another secret`)).toBe("[secret] or [secret]");
    expect(new Secrets(["ключ/?"]).mask(encodeURIComponent("ключ/?").toLowerCase())).toBe("[secret]");
  });

  test("finds a value of four characters, and none of fewer", () => {
    expect(new Secrets(["abcd"]).foundIn("abcd")).toBe(true);
    expect(new Secrets(["", "abc"]).foundIn("abc")).toBe(false);
  });

  test("a text of megabytes counts as one that contains a secret", () => {
    const secrets = new Secrets(["s3cret-of-the-program"]);
    expect(secrets.foundIn("a".repeat(256 * 1024))).toBe(false);
    expect(secrets.foundIn("a".repeat(8_000_000))).toBe(true);
  });

  test("leaves a text without one, and masks the shape of a secret, but does not find it", () => {
    expect(secrets.mask("nothing to hide")).toBe("nothing to hide");
    expect(new Secrets([]).mask(secret)).toBe(secret);
    const shape = '{"key":"s3cr3t","url":"https://user:password@a.test"}';
    expect(new Secrets([]).mask(shape)).toBe('{"key": "[secret]","url":"https://user:[secret]@a.test"}');
    expect(secrets.foundIn(`${shape} ${base64(shape)}`)).toBe(false);
  });
});

test.each(["expired", "Cannot", "configuration"])("our own sentences keep the plain word %s", (word) => {
  const sentence = `It may be ${word}.`;
  const secrets = new Secrets([word, "s3cret-of-others"]);
  expect(secrets.mask(`${sentence} s3cret-of-others`, "provider")).toBe(`${sentence} [secret]`);
  expect(secrets.mask(sentence)).toBe("It may be [secret].");
});

test.each(["key1", "two words", "aBcDeFgH", "ordinarywordsinarow", "üblich"])(
  "a secret such as %j is masked everywhere",
  (secret) => {
    expect(new Secrets([secret]).mask(`It may be ${secret}.`, "provider")).toBe("It may be [secret].");
  },
);
