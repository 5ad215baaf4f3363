import { partMasker } from "../../../provider/api/partMasker";
import { redirectHost } from "../../../provider/api/redirectHost";

const secret = "Winter-2026-hunter2-Winter";
const masked = (text: string) => partMasker([secret])(text);

const frames: Readonly<Record<string, (part: string) => string>> = {
  alone: (part) => part,
  "in quotes": (part) => `it is "${part}" that`,
  "with a full stop": (part) => `ends: ${part}.`,
  "in a word": (part) => `qq${part}qq`,
};

test.each(Object.entries(frames))("eight or more characters of a secret are masked %s", (_where, framed) => {
  const masked = partMasker([secret]);
  for (let start = 0; start < secret.length; start++) {
    for (let end = start + 8; end <= secret.length; end++) {
      expect(masked(framed(secret.slice(start, end)))).toBe(framed("[secret]"));
    }
  }
});

test("every third of a secret is masked", () => {
  const key = "sk01aB3dE5fG7hI9jK1mN3pQ5rS7tU9vW";
  const thirds = [key.slice(0, 11), key.slice(11, 22), key.slice(22)];
  expect(thirds.map(partMasker([key]))).toEqual(["[secret]", "[secret]", "[secret]"]);
});

test("adjacent and overlapping parts are masked together", () => {
  expect(masked("-hunter2-WinterWinter-2026-hunter2-Wi")).toBe("[secret]");
  expect(partMasker(["abcdefghijklmnop", "mnopqrstuvwxyz"])("= abcdefghijklmnopqrstuvw =")).toBe("= [secret] =");
});

test.each(["hex", "base64", "base64url"] as const)("every third of %s with a secret is masked", (encoding) => {
  const text = Buffer.from(`{"a":"${secret}"}`).toString(encoding);
  const third = Math.ceil(text.length / 3);
  expect(masked(text.slice(0, third))).toMatch(/\[secret\]$/);
  expect(masked(text.slice(third, 2 * third))).toBe("[secret]");
  expect(masked(text.slice(2 * third))).toMatch(/^\[secret\]/);
  expect(masked(text.slice(third, 2 * third).toUpperCase())).toMatch(encoding === "hex" ? /^\[secret\]$/ : /./);
});

test("the signs of base64 that differ in URLs are masked in both alphabets", () => {
  const odd = "???>>>~~~???>>>~~~";
  for (const encoding of ["base64", "base64url"] as const) {
    const text = Buffer.from(odd).toString(encoding);
    expect(text).toMatch(/[+-].*[/_]|[/_].*[+-]/);
    for (let start = 0; start + 8 <= text.length; start++)
      expect(partMasker([odd])(`"${text.slice(start, start + 8)}"`)).toBe('"[secret]"');
  }
});

test("fewer than eight characters stay", () => {
  for (const text of ["Winter-", "hunter2", "", "it was Winter-", "Winter-, hunter2, -Winter"])
    expect(masked(text)).toBe(text);
});

test("single words of a secret of more than 200 characters stay", () => {
  const lines = `apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata:\n  password: ${secret}\n`;
  const manifest = lines.padEnd(201, "=");
  const text = 'SpaceTemplate.management.loft.sh "a" is invalid: metadata.name: Required value';
  expect(partMasker([manifest])(text)).toBe(text);
  expect(partMasker([manifest])(`got "${secret.slice(0, 20)}".`)).toBe('got "[secret]".');
});

test("parts of a large secret are masked", () => {
  const large = Array.from({ length: 100_000 }, (_, index) => `line ${index};`).join("");
  const mask = partMasker([large]);
  expect(mask(`it holds "${large.slice(500_000, 502_000)}", no?`)).toBe('it holds "[secret]", no?');
});

test("half a character is masked with its other half", () => {
  expect(partMasker(["password 😀"])("password 😁!")).toBe("[secret]!");
  expect(partMasker(["😀 password"])("!🈀 password")).toBe("![secret]");
});

const hostKey = "AbCdEf0123456789/GhIjKl+Mn";

test.each<[what: string, location: string, secret: string, host: string | undefined]>([
  ["a host without a secret", "https://Login.example.com/auth?code=abc", hostKey, "login.example.com"],
  ["a host with a port", "https://login.example.com:8443/", hostKey, "login.example.com:8443"],
  ["a host with a shorter word than a secret", "https://abc.example.com", "abc", "abc.example.com"],
  ["the key up to its slash", `https://${hostKey}`, hostKey, undefined],
  ["the key in a label", `https://x.${hostKey}.example.com`, hostKey, undefined],
  ["the end of the key", "https://9.GhIjKl.0123456789.example.com", hostKey, undefined],
  ["a part of a long key", "https://cdef0123.example.com", hostKey, undefined],
  ["a part of a long key at the end", "https://example.cdef0123", hostKey, undefined],
  ["a short key, cut", "https://ab/cd", "Ab/Cd", undefined],
  ["a short key, whole", "https://abcd.example.com", "AbCd", undefined],
  ["the encoded key in the path", `https://a.example.com/${encodeURIComponent(hostKey)}`, hostKey, undefined],
  ["the key in hex", `https://${Buffer.from(hostKey).toString("hex").slice(3, 40)}.a.test`, hostKey, undefined],
  ["the key in base64", `https://${btoa(`x${hostKey}`).slice(0, 30)}.a.test`, hostKey, undefined],
  ["no address", "/login", hostKey, undefined],
])("a redirect's host is named unless it may hold a part of a secret: %s", (_what, location, secret, host) => {
  expect(redirectHost(location, ["", secret])).toBe(host);
});
