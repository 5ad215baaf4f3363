import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { runCommand } from "../support/command";

const script = path.join(__dirname, "..", "..", "examples", "pipelines", "drift.sh");
const inFolder = temporaryFolder();

// In place of the search: tells the settings that it was given, and writes a report.
const search = `#!/bin/sh
printf '<%s>\\n' "\${PULUMI_CONFIG_PASSPHRASE-}" "\${OTHER_2-}"
while [ $# -gt 0 ]; do
  if [ "$1" = --json ]; then echo {} >"$2"; fi
  shift
done
exit 7
`;

/** Runs the script for a stack with these settings; the search prints the values of `PULUMI_CONFIG_PASSPHRASE` and `OTHER_2`. */
async function run(settings: string, stack = "dev") {
  const folder = path.dirname(inFolder("drift.env"));
  writeFileSync(inFolder("drift.env"), settings);
  writeFileSync(inFolder("npx"), search);
  chmodSync(inFolder("npx"), 0o755);
  const env = { PATH: [folder, process.env.PATH].join(path.delimiter), DRIFT_SETTINGS: inFolder("drift.env") };
  return runCommand("sh", [script, folder, stack], { cwd: folder, env });
}

const values = [
  "correct horse battery",
  "pa$1ss#(x",
  "pa$$word",
  "$(touch evaluated)`touch evaluated`",
  "'single' \"double\" back\\slash\\n",
  "a=b==",
  " blanks around ",
  "*; touch evaluated & ~ {a,b} !x",
  "",
];

test.each(values)("a setting is what stands behind the first =, and no shell reads it: %j", async (value) => {
  const { stdout, stderr } = await run(`PULUMI_CONFIG_PASSPHRASE=${value}\nOTHER_2=2\n`);
  expect(stderr).toBe("");
  expect(stdout).toContain(`\n<${value}>\n<2>\n`);
  expect(existsSync(inFolder("evaluated"))).toBe(false);
});

test("comments and empty lines are passed over, and lines may end as Windows ends them or, the last one, not at all", async () => {
  const { stdout, stderr } = await run("# It's a comment\r\n\r\nPULUMI_CONFIG_PASSPHRASE=one # two\r\n\nOTHER_2=2");
  expect(stderr).toBe("");
  expect(stdout).toContain("\n<one # two>\n<2>\n");
});

test.each(["export OTHER_2=hidden", "hidden", "=hidden", "2ND=hidden", "OTHER-2=hidden"])(
  "a line that is no setting ends it before the search, by its number and without its text: %s",
  async (line) => {
    const { exitCode, stdout, stderr } = await run(`PULUMI_CONFIG_PASSPHRASE=one\n\n${line}\n`);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/line 3 of .*drift\.env is not NAME=value\n$/);
    expect(stderr).not.toContain("hidden");
  },
);

test("settings that cannot be read end it before the search", async () => {
  const folder = path.dirname(inFolder("drift.env"));
  const env = { PATH: process.env.PATH ?? "", DRIFT_SETTINGS: inFolder("none.env") };
  const { exitCode, stdout, stderr } = await runCommand("sh", [script, folder, "dev"], { cwd: folder, env });
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("none.env");
});

test("no setting takes the place of what the script was called with", async () => {
  const { stdout } = await run("stack=prod\nprogram=/\nreport=/no/report\n");
  expect(stdout).toMatch(/^DRIFT: the stack dev is not as declared/);
});

test("the report of a stack of Pulumi Cloud stands in the folder, by a name of its own", async () => {
  const { stdout } = await run("", "acme/web/prod");
  expect(stdout).toMatch(/^DRIFT: the stack acme\/web\/prod is not as declared/);
  expect(readdirSync(path.dirname(inFolder("drift.env")))).toContain("drift-acme-web-prod.json");
});
