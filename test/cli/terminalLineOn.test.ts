import { spawnSync } from "node:child_process";
import { join } from "node:path";

const fromSource = join(__dirname, "fromSource.js");
const hasScript = spawnSync("script", ["--version"]).status === 0;
const testOnTerminal = hasScript ? test : test.skip;

/** What a command writes on a terminal of its own. */
const onTerminal = (command: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync("script", ["-qec", `'${process.execPath}' '${fromSource}' ${command}`, "/dev/null"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "", TERM: "xterm", PLATFORM_ACCESS_KEY: "key-1", ...env },
  }).stdout;

const doctor = "doctor --base-url http://127.0.0.1:9";
const rewritten = "\u001b[2K";

testOnTerminal("on a terminal doctor shows what it looks at, and leaves nothing of it", () => {
  const shown = onTerminal(doctor);
  expect(shown).toContain(`${rewritten}Looking at connection …`);
  const [, last = ""] = shown.split("Looking at identity …");
  expect(last.replace("\u001b[1G", "").startsWith(`${rewritten}\u001b[32mok`)).toBe(true);
});

testOnTerminal("a terminal that can only print gets the report, without a colour or a line that changes", () => {
  const shown = onTerminal(doctor, { TERM: "dumb" });
  expect(shown).toMatch(/^ok {7}node/);
  expect(shown).not.toContain("\u001b");
  expect(shown).not.toContain("Looking at");
});

test("in a pipe there is the report only", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [fromSource, ...doctor.split(" ")], { encoding: "utf8" });
  expect([stderr, stdout.includes("Looking at")]).toEqual(["", false]);
  expect(stdout).not.toContain("\u001b");
});
