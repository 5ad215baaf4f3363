import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../support/environment";

const tests = `
describe("hooked", () => {
  beforeEach(() => { if (globalThis.isBroken) throw new Error("hook"); });
  test("one", () => {});
  test("two", () => {});
});
test("plain", () => {});
test("late", async () => {
  if (globalThis.isBroken) Promise.reject(new Error("nobody catches it"));
  await new Promise((done) => setTimeout(done, 50));
});
`;

const moduleUrl = (name: string) => pathToFileURL(path.join(root, "scripts", "mutation", name)).href;

// Circus has one state for a process, and jest runs on it itself.
const program = `
import { installGlobals } from ${JSON.stringify(moduleUrl("jestGlobals.mjs"))};
import { failCurrentTest, loadTestFile, runTestFile } from ${JSON.stringify(moduleUrl("testFile.mjs"))};
installGlobals();
process.on("unhandledRejection", failCurrentTest);
const file = loadTestFile("some.test.ts");
const run = async (isBroken, bail) => {
  globalThis.isBroken = isBroken;
  const ran = await runTestFile(file, { wants: () => true, bail, onEntry() {} });
  return ran.map(({ name, entry }) => name + ": " + (entry.errors.length > 0 ? "failed" : "passed"));
};
console.log(JSON.stringify([await run(true, false), await run(true, true), await run(false, true)]));
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "mutation-test-file-"));
  writeFileSync(path.join(folder, "some.test.js"), tests);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file of tests runs again and again: hooks and late rejections fail their tests, bail ends it, and no failure stays", () => {
  const args = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: 60_000 });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([
    ["hooked one: failed", "hooked two: failed", "plain: passed", "late: failed"],
    ["hooked one: failed"],
    ["hooked one: passed", "hooked two: passed", "plain: passed", "late: passed"],
  ]);
}, 90_000);
