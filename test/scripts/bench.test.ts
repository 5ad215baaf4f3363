import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { testIf } from "../support/needs";

// `npm test` compiles first; a single test run without that has nothing to measure.
const compiled = testIf(existsSync(join(root, "dist", "cli", "index.js")), "compiled program");
const env = { PATH: process.env.PATH ?? "" };

const withoutBuild = [join(root, "scripts", "bench.mjs"), "--no-build"];
const bench = (...args: string[]) => runCommand(process.execPath, [...withoutBuild, ...args], { cwd: root, env });
const temporary = mkdtempSync(join(tmpdir(), "bench-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

// A process that starts another one, on a machine that may have much to do.
jest.setTimeout(60_000);

compiled("npm run bench tells everything that is asked of the embedded platform", async () => {
  const { exitCode, stdout, stderr } = await bench("--only", "platform", "--objects", "20", "--requests", "50");
  expect([exitCode, stderr]).toEqual([0, ""]);
  for (const row of [
    /until it is ready +[\d,]+ ms/,
    /memory when empty +[\d.]+ MiB/,
    /creates +[\d,]+ \/s +8 connections, 20 objects/,
    /memory with 20 objects +[\d.]+ MiB/,
    /GETs of one object +[\d,]+ \/s +8 connections, 50 requests/,
    /list of 20 objects +[\d,]+ ms/,
    /in pages of 500 +[\d,]+ ms +1 pages/,
    /events told +[\d,]+ \/s/,
    /pulumi refresh --preview-only +[\d,]+ ms +20 resources/,
    /pulumi-platform drift +[\d,]+ ms +20 resources/,
  ]) {
    expect(stdout).toMatch(row);
  }
});

compiled("a bench that fails says why", async () => {
  const { exitCode, stderr } = await bench("--only", "gets");
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/The platform answered 404 to GET \/spacetemplates\/bench-\d+/);
});

test("options that nobody knows are told with those there are", async () => {
  expect(await bench("--objects", "many")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/"many" is not a whole number above 0[\s\S]*Usage: npm run bench/),
  });
});

compiled("a bench that is interrupted leaves no folder behind", async () => {
  const child = spawn(process.execPath, [...withoutBuild, "--only", "platform drift", "--objects", "20"], {
    cwd: root,
    env: { ...env, TMPDIR: temporary },
    stdio: "ignore",
  });
  const ended = once(child, "close");
  const isThere = () => readdirSync(temporary).some((name) => name.startsWith("pulumi-platform-bench-"));
  while (!isThere() && child.exitCode === null) await sleep(10);
  expect(isThere()).toBe(true);
  child.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(isThere()).toBe(false);
});

test("a folder that a bench has removed is not removed again", async () => {
  const program = `
    import { existsSync, mkdirSync } from "node:fs";
    import { scratchFolder } from "./scripts/bench/scratchFolder.mjs";
    import { endTogether } from "./scripts/setup/processes.js";
    endTogether();
    const { folder, dispose } = scratchFolder();
    dispose();
    if (existsSync(folder)) throw new Error("not removed");
    mkdirSync(folder);
    console.log(folder);`;
  const args = ["--input-type=module", "--eval", program];
  const settings = { cwd: root, env: { ...env, TMPDIR: temporary } };
  const { stdout, stderr } = await runCommand(process.execPath, args, settings);
  expect({ stderr, isThere: existsSync(stdout.trim()) }).toEqual({ stderr: "", isThere: true });
});
