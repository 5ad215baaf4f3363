import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { doctor } from "../../cli/doctor";
import { importCommand } from "../../cli/import";
import { main } from "../../cli/index";
import { orphans } from "../../cli/orphans";
import { serve } from "../../cli/serve";

async function run(...args: string[]) {
  const out = jest.spyOn(console, "log").mockImplementation();
  const err = jest.spyOn(console, "error").mockImplementation();
  const code = await main(args);
  const result = { code, out: out.mock.calls.join("\n"), err: err.mock.calls.join("\n") };
  jest.restoreAllMocks();
  return result;
}

test.each<[args: string[], RegExp]>([
  [[], /^No command given\s+Usage: pulumi-platform <command>/],
  [["fly"], /^Unknown command "fly"\s+Usage: pulumi-platform <command>/],
  [["serve", "--fast"], /'--fast'.*\s+Usage: pulumi-platform serve/],
  [["serve", "here"], /'here'.*\s+Usage/],
  [["serve", "--port", "x"], /^--port must be a whole number.*\s+Usage/],
  [["serve", "--access-key="], /^--access-key must not be empty\s+Usage/],
  [["serve", "--access-key", "a b"], /^--access-key cannot be used: .*space.*\s+Usage/],
  [["serve", "--vendor", "Loft_sh"], /^--vendor cannot be used: .*no DNS domain.*\s+Usage/],
  [["serve", "--tls-cert", "c"], /^--tls-cert needs --tls-key.*\s+Usage/],
  [["serve", "--tls-key", "k"], /^--tls-key needs --tls-cert.*\s+Usage/],
  [["serve", "--tls-self-signed", "--tls-key", "k"], /^--tls-self-signed makes a certificate.*\s+Usage/],
])("%j exits with 2, the mistake and the usage", async (args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(message);
});

test.each([
  ["orphans", /^--state is missing/, "pulumi-platform orphans [options]", "options: pulumi-platform orphans --help"],
  ["fly", /^Unknown command "fly"$/, "pulumi-platform <command> [options]", "commands: pulumi-platform --help"],
])("a mistake of %s is followed by the call of the help only", async (command, mistake, usage, help) => {
  const lines = [expect.stringMatching(mistake), "", `Usage: ${usage}`, `To see the ${help}`];
  expect((await run(command)).err.split("\n")).toEqual(lines);
});

const [folder, file] = [__dirname, __filename];

test.each([
  [
    "--request-log /nowhere/at/all",
    /the request log \S+: its folder does not exist \(ENOENT\)\. Make the folder first/,
  ],
  ["--seed /no/seed", /the seed file \/no\/seed: there is no such file \(ENOENT\)\. Name one that exists\./],
  [`--seed ${folder}`, /the seed file .*: it is a folder \(EISDIR\)\. Name a file/],
  ["--data /nowhere/at/all", /the data file \/nowhere\/at\/all: its folder/],
  ["--host 192.0.2.1", /cannot listen on 192\.0\.2\.1, port 0: this machine does not have/],
  ["--tls-cert /no/cert --tls-key /no/key", /cannot read the certificate \/no\/cert: there is no such file/],
  [`--tls-cert ${file} --tls-key ${file}`, /usage\.test\.ts holds no certificate/],
])("serve %s exits with 1 and one line", async (args, message) => {
  const { code, out, err } = await run("serve", ...args.split(" "));
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^pulumi-platform serve: [^\n]*$/);
  expect(err).toMatch(message);
});

test("a port in use exits with 1 and a remedy", async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, "127.0.0.1", () => resolve((taken.address() as AddressInfo).port));
  });
  const { code, err } = await run("serve", "--port", String(port));
  taken.close();
  const problem = "the port is in use. Stop the program that listens there, or choose another port (EADDRINUSE)";
  expect([code, err]).toEqual([1, `pulumi-platform serve: cannot listen on 127.0.0.1, port ${port}: ${problem}.`]);
});

test.each([
  ["--json - --junit -", "stdout (-)"],
  ["--json report --junit ./report", "./report"],
])("drift %s does not write two reports to one place", async (args, place) => {
  const { code, err } = await run("drift", ...args.split(" "));
  expect([code, err.split("\n")[0]]).toEqual([1, `Only one report can be written to ${place}`]);
});

test("--help shows the commands and every option", async () => {
  expect(await run("--help")).toMatchObject({ code: 0, out: expect.stringContaining("serve") });
  expect(await run("serve", "--help")).toMatchObject({ code: 0, out: expect.stringContaining("--request-log <file>") });
});

const guide = (file: string) => readFileSync(join(__dirname, "../../docs", file), "utf8");

test("the guide of serve describes exactly its options", () => {
  const [table = ""] = guide("embedded-platform.md").split("## Options")[1]?.split("\n## ") ?? [];
  const described = [...table.matchAll(/^\| `--.*?(?<!\\) \| /gm)].flatMap(([cell]) =>
    [...cell.replaceAll("\\|", "|").matchAll(/--[^`]+/g)].map(([option]) => option),
  );
  const options = Object.entries(serve.options).map(([name, { value }]) => `--${name}${value ? ` <${value}>` : ""}`);
  expect(described.sort()).toEqual(options.sort());
});

test("only the help of doctor names the stack's configuration", () => {
  const sources = [doctor, orphans, importCommand].map(({ options }) => options["base-url"]?.help);
  const others = "Address of the platform (PLATFORM_BASE_URL, a login file)";
  expect(sources).toEqual([others.replace("(", "(the stack's configuration, "), others, others]);
});

test("--version shows the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));
  expect(await run("--version")).toEqual({ code: 0, out: version, err: "" });
});
