import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../support/command";
import { temporaryFolder } from "../support/temporaryFolder";

const script = path.join(__dirname, "..", "..", "examples", "pipelines", "drift.sh");
const inFolder = temporaryFolder();

// In place of the search: prints two settings, writes a report, waits and fails as told.
const search = `#!/bin/sh
printf '<%s>\\n' "\${PULUMI_CONFIG_PASSPHRASE-}" "\${OTHER_2-}"
while [ $# -gt 0 ]; do
  if [ "$1" = --json ]; then printf '%s' "\${REPORT-\\{\\}}" >"$2"; fi
  shift
done
sleep "\${WAIT-0}"
exit "\${CODE-7}"
`;

/** Runs the script with these settings for a stack, or with other arguments. */
async function run(settings: string, stack = "dev", args = [inFolder("."), stack], file = "drift.env", more = {}) {
  writeFileSync(inFolder("drift.env"), settings);
  writeFileSync(inFolder("npx"), search, { mode: 0o755 });
  const PATH = [inFolder("."), process.env.PATH].join(path.delimiter);
  return runCommand("sh", [script, ...args], {
    cwd: inFolder("."),
    env: { PATH, DRIFT_SETTINGS: inFolder(file), ...more },
  });
}

test.each([
  [0, /^$/],
  [7, /^DRIFT: the stack dev is not as declared\.\n\n<>\n/],
  [3, /^REFUSED: /],
  [1, /^NO ANSWER: /],
])("a search that ends with %i ends the script likewise, and only problems are printed", async (code, text) => {
  const { exitCode, stdout, stderr } = await run(`CODE=${code}\n`);
  expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: "" });
  expect(stdout).toMatch(text);
});

test("a search that cannot begin leaves no earlier report", async () => {
  await run("");
  expect(existsSync(inFolder("drift-dev.json"))).toBe(true);
  await run("CODE=1\nREPORT=\n");
  expect(existsSync(inFolder("drift-dev.json"))).toBe(false);
});

test("two searches of one stack at once leave a whole report and no other file", async () => {
  const search = (WAIT: string) => run("CODE=0\nREPORT=whole\n", undefined, undefined, undefined, { WAIT });
  await Promise.all(["0.2", "0.8"].map(search));
  expect(readFileSync(inFolder("drift-dev.json"), "utf8")).toBe("whole");
  expect(readdirSync(inFolder(".")).filter((name) => name.startsWith("drift-dev.json"))).toEqual(["drift-dev.json"]);
});

test.each([[[]], [["only-a-folder"]]])("the wrong arguments %j exit with 2 and the usage", async (args) => {
  const { exitCode, stderr } = await run("", "dev", args);
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^usage: /)]);
});

const values = [
  "correct horse battery",
  "pa$1ss#(x",
  "pa$$word",
  "$(touch evaluated)`touch evaluated`",
  "'single' \"double\" back\\slash\\n",
  " a=b== ",
  "*; touch evaluated & ~ {a,b} !x",
  "",
];

test.each(values)("a setting is everything after the first =, and no shell evaluates it: %j", async (value) => {
  const { stdout, stderr } = await run(`PULUMI_CONFIG_PASSPHRASE=${value}\nOTHER_2=2\n`);
  expect(stderr).toBe("");
  expect(stdout).toContain(`\n<${value}>\n<2>\n`);
  expect(existsSync(inFolder("evaluated"))).toBe(false);
});

test("comments, empty lines and line ends of Windows are ignored, and the last line needs no end", async () => {
  const { stdout, stderr } = await run("# It's a comment\r\n\r\nPULUMI_CONFIG_PASSPHRASE=one # two\r\n\nOTHER_2=2");
  expect(stderr).toBe("");
  expect(stdout).toContain("\n<one # two>\n<2>\n");
});

test.each(["export OTHER_2=hidden", "hidden", "=hidden", "2ND=hidden"])(
  "a line that is no setting ends the script before the search, with its number and without its text: %s",
  async (line) => {
    const { exitCode, stdout, stderr } = await run(`PULUMI_CONFIG_PASSPHRASE=one\n\n${line}\n`);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/line 3 of .*drift\.env is not NAME=value\n$/);
    expect(stderr).not.toContain("hidden");
  },
);

test("settings that cannot be read end the script before the search", async () => {
  const { exitCode, stdout, stderr } = await run("", "dev", undefined, "none.env");
  expect([exitCode, stdout, stderr]).toEqual([1, "", expect.stringContaining("none.env")]);
});

test("no setting overrides an argument or a variable of the script", async () => {
  const { stdout } = await run("stack=prod\nprogram=/\nreport=/no/report\n");
  expect(stdout).toMatch(/^DRIFT: the stack dev is not as declared/);
});

test("the report of a stack of Pulumi Cloud has a valid name", async () => {
  const { stdout } = await run("", "acme/web/prod");
  expect(stdout).toMatch(/^DRIFT: the stack acme\/web\/prod is not as declared/);
  expect(readdirSync(inFolder("."))).toContain("drift-acme-web-prod.json");
});
