import { partMasker } from "../../../provider/api/partMasker";

const secret = "Winter-2026-hunter2-Winter";
const masked = (text: string) => partMasker([secret])(text);

const frames: Readonly<Record<string, (part: string) => string>> = {
  alone: (part) => part,
  "in quotes": (part) => `it is "${part}" that`,
  "with a full stop": (part) => `ends: ${part}.`,
  "in a word": (part) => `qq${part}qq`,
};

test.each(Object.entries(frames))("any eight characters of a secret or more are masked %s", (_where, framed) => {
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

test("parts that follow each other, or lie over each other, are masked together", () => {
  expect(masked("-hunter2-WinterWinter-2026-hunter2-Wi")).toBe("[secret]");
  expect(partMasker(["abcdefghijklmnop", "mnopqrstuvwxyz"])("= abcdefghijklmnopqrstuvw =")).toBe("= [secret] =");
});

test.each(["hex", "base64", "base64url"] as const)("the same in %s", (encoding) => {
  const text = Buffer.from(`{"a":"${secret}"}`).toString(encoding);
  const third = Math.ceil(text.length / 3);
  expect(masked(text.slice(0, third))).toMatch(/\[secret\]$/);
  expect(masked(text.slice(third, 2 * third))).toBe("[secret]");
  expect(masked(text.slice(2 * third))).toMatch(/^\[secret\]/);
  expect(masked(text.slice(third, 2 * third).toUpperCase())).toMatch(encoding === "hex" ? /^\[secret\]$/ : /./);
});

test("both signs of base64 that URLs do without are masked in both spellings", () => {
  const odd = "???>>>~~~???>>>~~~";
  for (const encoding of ["base64", "base64url"] as const) {
    const text = Buffer.from(odd).toString(encoding);
    expect(text).toMatch(/[+-].*[/_]|[/_].*[+-]/);
    for (let start = 0; start + 8 <= text.length; start++)
      expect(partMasker([odd])(`"${text.slice(start, start + 8)}"`)).toBe('"[secret]"');
  }
});

test("less than eight characters stay", () => {
  for (const text of ["Winter-", "hunter2", "", "it was Winter-", "Winter-, hunter2, -Winter"])
    expect(masked(text)).toBe(text);
});

test("of a secret of more than 200 characters, single words stay", () => {
  const manifest = `apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata:\n  password: ${secret}\n`.padEnd(
    201,
    "=",
  );
  const text = 'SpaceTemplate.management.loft.sh "a" is invalid: metadata.name: Required value';
  expect(partMasker([manifest])(text)).toBe(text);
  expect(partMasker([manifest])(`got "${secret.slice(0, 20)}".`)).toBe('got "[secret]".');
});

test("parts of a large secret are found in a time that does not grow with it", () => {
  const large = Array.from({ length: 100_000 }, (_, index) => `line ${index};`).join("");
  const mask = partMasker([large]);
  expect(mask(`it holds "${large.slice(500_000, 502_000)}", no?`)).toBe('it holds "[secret]", no?');
});

test("no half of a character stays", () => {
  expect(partMasker(["password 😀"])("password 😁!")).toBe("[secret]!");
  expect(partMasker(["😀 password"])("!🈀 password")).toBe("![secret]");
});
