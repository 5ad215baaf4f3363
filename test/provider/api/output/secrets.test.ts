import fc from "fast-check";
import { ApiError } from "../../../../provider/api/errors/errors";
import { redirectHost, Secrets } from "../../../../provider/api/output/redaction";

const presentable = (text: string, secrets: readonly string[], longest?: number): string =>
  new Secrets(secrets).redact(text, "other", longest);
const masker =
  (secrets: readonly string[]) =>
  (text: string): string =>
    new Secrets(secrets).mask(text, "server");

const subject = { method: "POST", path: "ownedaccesskeys", baseUrl: "https://a.test" };
const [kiB, mebibyte] = [1024, 1024 * 1024];

test.each([
  ["\u001b[2J\u0007red", "\\u001b[2J\\u0007red"],
  ["a\r\nb\tc\nd", "a\nb\tc\nd"],
  ["\u202eevil\u2066", "\\u202eevil\\u2066"],
  ["Größe 日本 🙂", "Größe 日本 🙂"],
  ["##vso[task.setvariable x]y ###[error]", "#\\u0023vso[task.setvariable x]y ##\\u0023[error]"],
  ["::error::a\n \t::set-output::b: ::c", "\\u003a:error::a\n \t\\u003a:set-output::b: ::c"],
  ["a\n\u00a0::error::b\n\u3000::c", "a\n\u00a0\\u003a:error::b\n\u3000\\u003a:c"],
  ["## a list [1] of a::b", "## a list [1] of a::b"],
])("control characters and commands of pipelines are escaped: %j", (text, shown) => {
  expect(presentable(text, [])).toBe(shown);
});

test("text of a server stays on one line", () =>
  expect(new Secrets().redact("a\r\nb\tc\n::d", "server")).toBe("a\\nb\\tc\\n\\u003a:d"));

test.each<[text: string, longest: number, shown: string | RegExp]>([
  ["a b ".repeat(100), 10, "a b a b a … (390 more characters)"],
  ["a b ".repeat(mebibyte), 10, /^a b a b a … \(4\d{6} more characters\)$/],
  ["ab😀cd", 3, "ab… (3 more characters)"],
  ["ab😀cd", 4, "ab😀… (2 more characters)"],
  ["a b ".repeat(16 * kiB), mebibyte, "a b ".repeat(16 * kiB)],
])("a text is cut between characters, and the message counts the rest (%#)", (text, longest, shown) => {
  expect(presentable(text, [], longest)).toEqual(typeof shown === "string" ? shown : expect.stringMatching(shown));
});

describe("a text that is too long to be masked as a whole shows no part of a secret", () => {
  const lines = Array.from({ length: 60 }, (_, index) => `${index * 7919 + 10}: <v&>\n`).join("");
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
        const text = "- ".repeat(32 * kiB).slice(0, 64 * kiB - position) + encoded + " -".repeat(32 * kiB);
        expect(presentable(text, [secret], mebibyte)).toMatch(
          /^([- ]*"?\[secret\]"?|[- ]+)[- ]*… \(\d+ more characters\)$/,
        );
      }),
      { numRuns: 20 },
    );
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index * 7919}`).join(" ");
  const [larger, large, short] = [numbers(20_000), numbers(10_000), "s3cr3t-0123456789"];
  const [beforeCut, base64] = ["- ".repeat(20 * kiB), Buffer.from(large).toString("base64")];

  test.each<[what: string, text: string, secret: string, shown: RegExp]>([
    ["the secret is longer than the masked part", `it is ${larger}, no?`, larger, /^\[secret\]… \(\d+ more/],
    ["its base64 begins far before the cut", beforeCut + base64, large, /^[- ]+\[secret\]… \(\d+ m/],
    ["secrets fill the text", `${short} `.repeat(mebibyte / 8), short, /^(?!.*s3c)/s],
  ])("where %s", (_what, text, secret, shown) => {
    expect(presentable(text, [secret], mebibyte)).toMatch(shown);
  });
});

const secret = "Winter-2026-hunter2-Winter";
const masked = (text: string) => masker([secret])(text);

const frames: Readonly<Record<string, (part: string) => string>> = {
  alone: (part) => part,
  "in quotes": (part) => `it is "${part}" that`,
  "in a word": (part) => `qq${part}qq`,
};

test.each(Object.entries(frames))("eight or more characters of a secret are masked %s", (_where, framed) => {
  const masked = masker([secret]);
  for (let start = 0; start < secret.length; start++) {
    for (let end = start + 8; end <= secret.length; end++) {
      expect(masked(framed(secret.slice(start, end)))).toBe(framed("[secret]"));
    }
  }
});

test("adjacent and overlapping parts are masked together", () => {
  expect(masked("-hunter2-WinterWinter-2026-hunter2-Wi")).toBe("[secret]");
  expect(masker(["abcdefghijklmnop", "mnopqrstuvwxyz"])("= abcdefghijklmnopqrstuvw =")).toBe("= [secret] =");
});

test.each(["hex", "base64", "base64url"] as const)("every third of %s with a secret is masked", (encoding) => {
  const text = Buffer.from(`{"password":"${secret}"}`).toString(encoding);
  const third = Math.ceil(text.length / 3);
  expect(masked(text.slice(0, third))).toMatch(/\[secret\]$/);
  expect(masked(text.slice(third, 2 * third))).toBe("[secret]");
  expect(masked(text.slice(2 * third))).toMatch(/^\[secret\]/);
  if (encoding === "hex") expect(masked(text.slice(third, 2 * third).toUpperCase())).toBe("[secret]");
});

test("fewer than eight characters stay", () => {
  for (const text of ["Winter-", "hunter2", "", "it was Winter-", "Winter-, hunter2, -Winter"])
    expect(masked(text)).toBe(text);
});

test("a secret in single quotes of YAML is masked to its end", () =>
  expect(masker(["@Secret'Pass"])("password: '@Secret''Pass'")).toBe("password: '[secret]'"));

test("single words of a secret of more than 200 characters stay", () => {
  const lines = `apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata:\n  password: ${secret}\n`;
  const manifest = lines.padEnd(201, "=");
  const text = 'SpaceTemplate.management.loft.sh "a" is invalid: metadata.name: Required value';
  expect(masker([manifest])(text)).toBe(text);
  expect(masker([manifest])(`got "${secret.slice(0, 20)}".`)).toBe('got "[secret]".');
});

test("a text is left out if the secrets are too long to look for their parts", () => {
  const mask = masker(["a b ".repeat(80_000)]);
  expect(mask("any text")).toBe("[secret]");
});

const hostKey = "AbCdEf0123456789/GhIjKl+Mn";

test.each<[what: string, location: string, secret: string, host: string | undefined]>([
  ["a host without a secret", "https://Login.example.com/auth?code=abc", hostKey, "login.example.com"],
  ["a host with a shorter word than a secret", "https://abc.example.com", "abc", "abc.example.com"],
  ["the key up to its slash", `https://${hostKey}`, hostKey, undefined],
  ["the end of the key", "https://9.GhIjKl.0123456789.example.com", hostKey, undefined],
  ["a part of a long key", "https://cdef0123.example.com", hostKey, undefined],
  ["a part of a long key at the end", "https://example.cdef0123", hostKey, undefined],
  ["a short key, whole", "https://abcd.example.com", "AbCd", undefined],
  ["the key in the path, which is not named", `https://a.test/${encodeURIComponent(hostKey)}`, hostKey, "a.test"],
  ["the key in hex", `https://${Buffer.from(hostKey).toString("hex").slice(3, 40)}.a.test`, hostKey, undefined],
  ["a short key in hex", `https://${Buffer.from("AbCd").toString("hex")}.a.test`, "AbCd", undefined],
  ["the key in base64", `https://${btoa(`x${hostKey}`).slice(0, 30)}.a.test`, hostKey, undefined],
  ["no address", "/login", hostKey, undefined],
])("a redirect's host is named unless it may hold a part of a secret: %s", (_what, location, secret, host) => {
  expect(redirectHost(location, ["", secret])).toBe(host);
});

const phrase = "a phrase of 5000 secrets";

test.each<[what: string, text: string]>([
  [
    "kinds, plurals and names",
    "SpaceTemplate spacetemplates/dev-of-team-1 in management.loft.sh/v1 VirtualClusterInstances",
  ],
  ["a uid and a time", "the UID 6f1c1a0e-51a7-4a4e-8f5c-0d1b2f3a4c5d at 2026-01-01T00:00:00Z does not match"],
  ["paths", "/kubernetes/management/apis/management.loft.sh/v1/ownedaccesskeys/ci-of-web"],
])("a text of a server stays readable: %s", (_what, text) => {
  expect(masked(text)).toBe(text);
});

test.each<[what: string, run: string]>([
  ["base64", Buffer.from("an unknown secret").toString("base64")],
  ["base64 without digits", "LTIwMjYtaHVudGVy"],
  ["base64 for URLs", "QWxhZGRpbjpvcGVuIHNlc2FtZQ_-x"],
  ["hex", "6e6f20736563726574"],
  ["hex in upper case", "6E6F20736563726574"],
  ["bytes", "110 111 32 115 101 99 114 101 116"],
  ["bytes of Go", "0x6e, 0x6f, 0x20, 0x73, 0x65, 0x63, 0x72, 0x65, 0x74, 0xa"],
  ["bytes in hex", "6e:6f:20:73:65:63:72:65:74"],
])("a run of a server that may encode a secret is masked: %s", (_what, run) => {
  expect(masked(`it is "${run}".`)).toBe('it is "[secret]".');
  expect(presentable(run, [])).toBe(run);
});

test("the forms of 5,000 secrets are computed once for all texts, also if others are added later", () => {
  const forms = jest.spyOn(JSON, "stringify");
  const computed = () => forms.mock.calls.filter(([text]) => text === phrase).length;
  const secrets = new Secrets([...Array.from({ length: 4999 }, (_, at) => `s3cr3t-of-${at}`), phrase]);
  const message = "it is s3cr3t-of-4998.";
  const causes = Array.from({ length: 20 }, (_, at) => ({ field: "spec.key", reason: `${at}`, message }));
  expect(new ApiError(subject, { status: 422, message, causes }, secrets).message).toContain("it is [secret].");
  const first = computed();
  expect(first).toBeGreaterThan(0);
  for (const author of ["provider", "other", "server"] as const)
    expect(secrets.add("s3cr3t-of-1").add("another-one").redact(message, author)).toBe("it is [secret].");
  expect(computed()).toBe(first);
});
