import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../support/command";
import { root } from "../support/environment";

const sources = [
  "cli/index",
  "emulator/platform",
  "provider/faces/plugin/startFace",
  "provider/index",
  "provider/program",
  "sdk/index",
];

let clone: string;

/** A clone with a source in each place that has to be compiled, and all that compiles them. */
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
  for (const name of ["package.json", "tsconfig.json", "tsconfig.build.json", "scripts"]) {
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(clone, "node_modules"), "junction");
  for (const source of sources) write(`${source}.ts`);
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

function write(file: string): void {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
  writeFileSync(path.join(clone, file), "export const here = true;\n");
}

/** The code in the npm package that is made of the clone. */
async function packedCode(): Promise<string[]> {
  const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
  const { exitCode, stdout, stderr } = await runCommand("npm", ["pack", "--dry-run", "--json"], { cwd: clone, env });
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${stdout}${stderr}`);
  // Before it, npm shows what the compilation says.
  const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf("\n[") + 1)) as [{ files: { path: string }[] }];
  return files.map((file) => file.path).filter((file) => file.startsWith("dist/"));
}

const both = (name: string) => [`dist/${name}.d.ts`, `dist/${name}.js`];

test("what is packed was compiled just now, and nothing is left of a source that is gone", async () => {
  write("cli/doctor/renamed.ts");
  expect(await packedCode()).toEqual(expect.arrayContaining(both("cli/doctor/renamed")));
  rmSync(path.join(clone, "cli/doctor/renamed.ts"));
  write("dist/provider/older.js");
  write("cli/added.ts");
  const bundle = ["dist/bundle/program.js", "dist/bundle/startFace.js"];
  expect((await packedCode()).sort()).toEqual([...bundle, ...["cli/added", ...sources].flatMap(both)].sort());
}, 120_000);
