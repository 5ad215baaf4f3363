import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { temporaryFolder } from "../support/temporaryFolder";

const at = temporaryFolder();
const sources = ["cli/index", "emulator/platform", "provider/index", "sdk/index"];

function write(file: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), "export const here = true;\n");
}

/** The code in the npm package of the clone. */
async function packedCode(): Promise<string[]> {
  const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
  const settings = { cwd: at("."), env };
  const { exitCode, stdout, stderr } = await runCommand("npm", ["pack", "--dry-run", "--json"], settings);
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${stdout}${stderr}`);
  // npm prints the output of the compiler first.
  const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf("\n[") + 1)) as [{ files: { path: string }[] }];
  return files.map((file) => file.path).filter((file) => file.startsWith("dist/"));
}

const both = (name: string) => [`dist/${name}.d.ts`, `dist/${name}.js`];

test("npm pack compiles first and removes outputs of deleted sources", async () => {
  for (const name of ["package.json", "tsconfig.json", "tsconfig.build.json", "scripts"])
    cpSync(path.join(root, name), at(name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), at("node_modules"), "junction");
  for (const source of [...sources, "cli/doctor/renamed"]) write(`${source}.ts`);
  expect(await packedCode()).toEqual(expect.arrayContaining(both("cli/doctor/renamed")));
  rmSync(at("cli/doctor/renamed.ts"));
  write("dist/provider/older.js");
  write("cli/added.ts");
  expect((await packedCode()).sort()).toEqual(["dist/plugin.js", ...["cli/added", ...sources].flatMap(both)].sort());
}, 120_000);
