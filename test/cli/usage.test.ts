import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commands, main, runProgram } from "../../cli/main";

async function run(...args: string[]) {
  const out = jest.spyOn(console, "log").mockImplementation();
  const err = jest.spyOn(console, "error").mockImplementation();
  const code = await main(args);
  const result = { code, out: out.mock.calls.join("\n"), err: err.mock.calls.join("\n") };
  jest.restoreAllMocks();
  return result;
}

test.each<[args: string[], RegExp]>([
  [[], /^No command given\s+To see the commands: pulumi-vcluster-platform --help$/],
  [["fly"], /^unknown command 'fly'\s+To see the commands: pulumi-vcluster-platform --help$/],
  [
    ["serve", "--fast"],
    /^unknown option '--fast'\n(.*\n)?\nTo see its options: pulumi-vcluster-platform serve --help$/,
  ],
  [["serve", "here"], /^too many arguments.*\s+To see its options/],
  [["drift", "--parallel", "0"], /^--parallel must be a whole number/],
  [["serve", "--data", "x", "--json", "x"], /^Only one output can be written to .*x/],
  [["orphans", "--state", "s", "--json", "s"], /^No output can be written to .*s, which is read/],
  [["orphans", "--certificate-authority", "ca", "--json", "./ca"], /^No output .* to .*ca, which is read/],
  [["doctor", "--certificate-authority", "ca", "--json", "./ca"], /^No output .* to .*ca, which is read/],
  [["import", "--all", "--certificate-authority", "ca", "--out", "./ca"], /^No output .* to .*ca, which is read/],
  [["drift", "-C", "/no/folder"], /^--cwd: there is no folder \/no\/folder/],
  [["drift", "-s", "dev", "-C", "/"], /^\/ belongs to no Pulumi project.*--cwd <folder>/],
  [["orphans", "-s", "dev", "-C", "/"], /^\/ belongs to no Pulumi project.*--cwd <folder>/],
  [["import", "--all", "--stack", "dev", "-C", "/"], /^\/ belongs to no Pulumi project/],
  [["serve", "--port", "x"], /^--port must be a whole number.*\s+To see/],
  [["serve", "--access-key="], /^--access-key must not be empty\s+To see/],
  [["serve", "--access-key", "a b"], /^--access-key cannot be used: .*space.*\s+To see/],
  [["serve", "--vendor", "Loft_sh"], /^--vendor cannot be used: .*not a DNS domain.*\s+To see/],
])("%j exits with 2, the mistake and the usage", async (args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(message);
});

const folder = __dirname;

test.each([
  ["--seed /no/seed", /the seed file \/no\/seed: there is no such file \(ENOENT\)\. Name one that exists\./],
  [`--seed ${folder}`, /the seed file .*: it is a folder \(EISDIR\)\. Name a file/],
  [
    "--data /nowhere/at/all",
    /the data file \/nowhere\/at\/all: its folder does not exist \(ENOENT\)\. Make the folder/,
  ],
  ["--host 192.0.2.1", /cannot listen on 192\.0\.2\.1, port 0: this machine does not have/],
])("serve %s exits with 1 and one line", async (args, message) => {
  const { code, out, err } = await run("serve", ...args.split(" "));
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^pulumi-vcluster-platform serve: [^\n]*$/);
  expect(err).toMatch(message);
});

test.each([
  ["--json --junit -", "stdout (-)"],
  ["--json report --junit ./report", resolve("report")],
])("drift %s does not write two reports to one place", async (args, place) => {
  const { code, err } = await run("drift", ...args.split(" "));
  expect([code, err.split("\n")[0]]).toEqual([2, `Only one output can be written to ${place}`]);
});

test("--help shows the commands, and the options and exit codes of one", async () => {
  expect(await run("--help")).toMatchObject({ code: 0, out: expect.stringContaining("serve") });
  const options = expect.stringMatching(/--seed <objects(.|\n)*2 {2}usage/);
  expect(await run("serve", "-h")).toMatchObject({ code: 0, out: options });
});

test("every command takes the same options for the stack and for JSON", () => {
  // The output of exec is that of its command.
  for (const { options } of commands.filter(({ name }) => name !== "exec")) {
    const flags = options.map((each) => each.flags);
    expect(flags).toEqual(expect.arrayContaining(["-s, --stack <name>", "-C, --cwd <folder>", "--json [file]"]));
  }
});

test("a command that never settles is a failure", async () => {
  const shown = jest.spyOn(console, "log").mockReturnValue(undefined);
  const ended = runProgram(["--version"]);
  expect(process.exitCode).toBe(1);
  await ended;
  expect(process.exitCode).toBe(0);
  shown.mockRestore();
});

test("--version shows the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));
  expect(await run("--version")).toEqual({ code: 0, out: version, err: "" });
});
