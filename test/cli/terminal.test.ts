import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { isColorful } from "../../cli/terminal";
import { program, startAfter } from "./program";

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
  [false, { FORCE_COLOR: "1" }, true],
  [true, { FORCE_COLOR: "0" }, false],
])("text on a terminal: %s, with %j, has colors: %s", (isTTY, env, expected) => {
  expect(isColorful({ isTTY }, { TERM: "xterm", ...env })).toBe(expected);
});

// No server listens there, so the command ends at once.
const doctor = ["doctor", "--base-url", "http://127.0.0.1:9"];

const hasScript = spawnSync("script", ["--version"]).status === 0;
const testOnTerminal = hasScript ? test : test.skip;
const onTerminal = (TERM: string) =>
  spawnSync("script", ["-qec", `'${process.execPath}' '${program}' ${doctor.join(" ")}`, "/dev/null"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "", TERM, VCLUSTER_PLATFORM_ACCESS_KEY: "key-1" },
  }).stdout;

testOnTerminal("a terminal shows the line of doctor, which is removed before the report, and colours", () => {
  const shown = onTerminal("xterm");
  expect(shown).toContain("\u001b[2KLooking at connection …");
  const [, last = ""] = shown.split("Looking at platformId …");
  expect(last.replace("\u001b[1G", "").startsWith("\u001b[2K\u001b[32mok")).toBe(true);
});

test("a dumb terminal and a pipe show neither", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...doctor], { encoding: "utf8" });
  expect(stderr).toBe("");
  for (const shown of hasScript ? [onTerminal("dumb"), stdout] : [stdout]) {
    expect(shown).toMatch(/^ok {7}node/);
    for (const text of ["\u001b", "Looking at"]) expect(shown).not.toContain(text);
  }
});

const full = "/dev/full";
const testWhereThere = existsSync(full) ? test : test.skip;

testWhereThere.each([["--version"], [...doctor, "--json"]])(
  "a full stdout of %s exits with 1 and a sentence",
  async (...args) => {
    const { exitCode, stderr } = await startAfter(`exec > ${full}`, ...args).ended;
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^pulumi-vcluster-platform: the output cannot be written: ENOSPC[^\n]*\n$/);
  },
);
