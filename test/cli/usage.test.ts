import { readFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "../../cli/index";

interface Result {
  code: number;
  out: string;
  err: string;
}

async function run(...args: string[]): Promise<Result> {
  const out = jest.spyOn(console, "log").mockImplementation();
  const err = jest.spyOn(console, "error").mockImplementation();
  const code = await main(args);
  const result = { code, out: out.mock.calls.join("\n"), err: err.mock.calls.join("\n") };
  jest.restoreAllMocks();
  return result;
}

const mistakes: [string, string[], RegExp][] = [
  ["no command", [], /^No command given\s+Usage: pulumi-platform <command>/],
  ["an unknown command", ["fly"], /^Unknown command "fly"\s+Usage: pulumi-platform <command>/],
  ["an unknown option", ["serve", "--fast"], /'--fast'.*\s+Usage: pulumi-platform serve/],
  ["a port that is no number", ["serve", "--port", "x"], /^--port must be a whole number.*\s+Usage/],
  ["an empty key", ["serve", "--access-key", ""], /^--access-key must not be empty\s+Usage/],
  ["an argument too much", ["serve", "here"], /'here'.*\s+Usage/],
];

test.each(mistakes)("%s ends with 2 and the usage", async (_, args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(message);
});

test("a log that cannot be written ends with 1 and one line", async () => {
  const { code, err } = await run("serve", "--request-log", "/nowhere/at/all");
  expect([code, err]).toEqual([1, expect.stringMatching(/^pulumi-platform serve: .*ENOENT.*$/)]);
});

test("--help shows the commands and every option", async () => {
  expect(await run("--help")).toMatchObject({ code: 0, out: expect.stringContaining("serve") });
  expect(await run("serve", "--help")).toMatchObject({ code: 0, out: expect.stringContaining("--request-log <file>") });
});

test("--version shows the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));
  expect(await run("--version")).toEqual({ code: 0, out: version, err: "" });
});
