import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { PassThrough } from "node:stream";
import { isColorful, progressOn } from "../../cli/terminal";
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

describe("progress", () => {
  /** The output of a stream for these numbers of finished steps. */
  function written(total: number, done: readonly number[], isTTY = true, env = {}): string {
    const stream = Object.assign(new PassThrough(), { isTTY });
    const progress = progressOn(stream, env);
    progress.start(total);
    for (const count of done) progress.step(count);
    progress.end();
    return String(stream.read() ?? "");
  }
  const upTo = (total: number) => Array.from({ length: total }, (_, index) => index + 1);
  const fresh = "\u001b[1G\u001b[2K";

  test.each<[string, number, number[], string[]]>([
    ["one line, rewritten", 1000, [5, 312], ["Reading 1,000 …", "Reading 5 of 1,000 …", "Reading 312 of 1,000 …"]],
    ["no smaller number again", 4, [2, 1, 3, 3], ["Reading 4 …", "Reading 2 of 4 …", "Reading 3 of 4 …"]],
    ["an empty total once", 0, [0], ["Reading 0 …"]],
  ])("a terminal shows %s, and then an empty line", (_, total, done, lines) => {
    expect(written(total, done)).toBe([...lines.map((line) => fresh + line), fresh].join(""));
  });

  test.each([
    ["a pipe", false, {}],
    ["a dumb terminal", true, { TERM: "dumb" }],
  ])("%s gets nothing", (_, isTTY, env) => {
    expect(written(1000, upTo(1000), isTTY, env)).toBe("");
  });

  test("a terminal gets at most 200 updates", () => {
    expect(written(10_000, upTo(10_000)).split(fresh)).toHaveLength(1 + 1 + 200 + 1);
  });
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
  const [, last = ""] = shown.split("Looking at owner …");
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
