import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { doctor } from "../../cli/doctor";
import { importCommand } from "../../cli/import";
import { main } from "../../cli/index";
import { orphans } from "../../cli/orphans";
import { serve } from "../../cli/serve";

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
  [
    "a key that no header can hold",
    ["serve", "--access-key", "a b"],
    /^--access-key cannot be used: .*space.*\s+Usage/,
  ],
  [
    "a vendor that is no domain",
    ["serve", "--vendor", "Loft_sh"],
    /^--vendor cannot be used: .*no DNS domain.*\s+Usage/,
  ],
  ["a certificate without its key", ["serve", "--tls-cert", "c"], /^--tls-cert needs --tls-key.*\s+Usage/],
  ["a key without its certificate", ["serve", "--tls-key", "k"], /^--tls-key needs --tls-cert.*\s+Usage/],
  [
    "two certificates",
    ["serve", "--tls-self-signed", "--tls-key", "k"],
    /^--tls-self-signed makes a certificate.*\s+Usage/,
  ],
  ["an argument too much", ["serve", "here"], /'here'.*\s+Usage/],
];

test.each(mistakes)("%s ends with 2, what is wrong, and the usage", async (_, args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(message);
});

test("a mistake stays on the screen: what follows says where to read on", async () => {
  expect((await run("orphans")).err.split("\n")).toEqual([
    expect.stringMatching(/^--state is missing/),
    "",
    "Usage: pulumi-platform orphans [options]",
    "To see the options: pulumi-platform orphans --help",
  ]);
  expect((await run("fly")).err.split("\n")).toEqual([
    'Unknown command "fly"',
    "",
    "Usage: pulumi-platform <command> [options]",
    "To see the commands: pulumi-platform --help",
  ]);
});

const failures: [string, string[], RegExp][] = [
  [
    "a log that cannot be written",
    ["--request-log", "/nowhere/at/all"],
    /cannot write the request log \/nowhere\/at\/all: its folder does not exist \(ENOENT\)\. Make the folder first/,
  ],
  [
    "a seed that is not there",
    ["--seed", "/no/seed"],
    /cannot read the seed file \/no\/seed: there is no such file \(ENOENT\)\. Name one that exists\./,
  ],
  [
    "a seed that is a folder",
    ["--seed", __dirname],
    /cannot read the seed file .*: it is a folder \(EISDIR\)\. Name a file/,
  ],
  ["a data file that cannot be written", ["--data", "/nowhere/at/all"], /the data file \/nowhere\/at\/all: its folder/],
  [
    "an address of another machine",
    ["--host", "192.0.2.1"],
    /cannot listen on 192\.0\.2\.1, port 0: this machine does not have/,
  ],
  [
    "a certificate that is not there",
    ["--tls-cert", "/no/cert", "--tls-key", "/no/key"],
    /cannot read the certificate \/no\/cert: there is no such file \(ENOENT\)\. Name one that exists\./,
  ],
  [
    "a certificate that is none",
    ["--tls-cert", __filename, "--tls-key", __filename],
    /usage\.test\.ts holds no certificate/,
  ],
];

test.each(failures)("%s ends with 1 and one line", async (_, args, message) => {
  const { code, out, err } = await run("serve", ...args);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^pulumi-platform serve: [^\n]*$/);
  expect(err).toMatch(message);
});

test("a port in use ends with 1 and what to do", async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, "127.0.0.1", () => resolve((taken.address() as AddressInfo).port));
  });
  const { code, err } = await run("serve", "--port", String(port));
  taken.close();
  const problem = "the port is in use. Stop the program that listens there, or choose another port (EADDRINUSE)";
  expect([code, err]).toEqual([1, `pulumi-platform serve: cannot listen on 127.0.0.1, port ${port}: ${problem}.`]);
});

test("--help shows the commands and every option", async () => {
  expect(await run("--help")).toMatchObject({ code: 0, out: expect.stringContaining("serve") });
  expect(await run("serve", "--help")).toMatchObject({ code: 0, out: expect.stringContaining("--request-log <file>") });
});

const guide = (file: string) => readFileSync(join(__dirname, "../../docs", file), "utf8");

test("the guide of serve describes exactly its options", () => {
  const [table = ""] = guide("embedded-platform.md").split("## Options")[1]?.split("\n## ") ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("| `--"));
  const described = rows.flatMap(
    (row) =>
      row
        .replaceAll("\\|", "|")
        .split(" | ")[0]
        ?.match(/--[^`]+/g) ?? [],
  );
  const options = Object.entries(serve.options).map(([name, { value }]) => `--${name}${value ? ` <${value}>` : ""}`);
  expect(described.sort()).toEqual(options.sort());
});

test.each([
  [orphans, "orphans.md"],
  [doctor, "doctor.md"],
  [importCommand, "import-a-platform.md"],
] as const)("the guide of a command leads to the page of its options, and repeats none: %#", ({ name }, file) => {
  const page = guide(file);
  expect(page).toContain(`](reference/pulumi-platform-${name}.md)`);
  expect(page).not.toMatch(/^\| (option|exit code|code) \|/m);
});

test("the help of doctor names the stack's configuration first, and that of the others none", () => {
  const [ofDoctor, ofOrphans, ofImport] = [doctor, orphans, importCommand].map(
    ({ options }) => options["base-url"]?.help,
  );
  expect(ofDoctor).toBe("Address of the platform (the stack's configuration, PLATFORM_BASE_URL, a login file)");
  expect([ofOrphans, ofImport]).toEqual(Array(2).fill("Address of the platform (PLATFORM_BASE_URL, a login file)"));
});

test("--version shows the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));
  expect(await run("--version")).toEqual({ code: 0, out: version, err: "" });
});
