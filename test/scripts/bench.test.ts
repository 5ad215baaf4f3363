import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { testIf } from "../support/needs";

// `npm test` compiles first; a single test run without that has nothing to measure.
const compiled = testIf(existsSync(join(root, "dist", "cli", "index.js")), "compiled program");
const env = { PATH: process.env.PATH ?? "" };

const bench = (...args: string[]) =>
  runCommand(process.execPath, [join(root, "scripts", "bench.mjs"), "--no-build", ...args], { cwd: root, env });

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
