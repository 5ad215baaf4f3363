import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pluginFiles } from "../../scripts/release/pluginFiles.js";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { testIf } from "../support/needs";
import { packPackage } from "../support/packedPackage";

// `npm test` compiles first.
const compiled = testIf(existsSync(path.join(root, "dist", "cli", "index.js")), "compiled program");

jest.setTimeout(120_000);

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is loaded when it is first needed: the rest of the bundle, what it is made of where there is to be none, and what reads YAML. */
const loadedLate = [
  "bundle/startFace",
  "provider/program",
  "provider/faces/plugin/startFace",
  "provider/objects/manifests",
].map((name) => `dist/${name}.js`);

/** The files of `dist` in a folder that Node.js itself loads for entry points. */
async function loaded(from: string, entries: string[], env: Record<string, string> = {}): Promise<string[]> {
  const names = JSON.stringify(entries.map((entry) => path.join(from, entry)));
  const text = `${names}.forEach((name) => require(name)); console.log(JSON.stringify(Object.keys(require.cache))); process.exit()`;
  const settings = { cwd: from, env: { PATH: process.env.PATH ?? "", ...env } };
  const { stdout, stderr } = await runCommand(process.execPath, ["-e", text], settings);
  if (!stdout) throw new Error(`Node.js loads nothing: ${stderr}`);
  const files = (JSON.parse(stdout) as string[]).map((file) => path.relative(from, file));
  return files.filter((file) => file.startsWith("dist")).sort();
}

/** The files of code below a folder's `dist`. */
function codeIn(from: string): string[] {
  const files = readdirSync(path.join(from, "dist"), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".js")).map((file) => path.join("dist", file));
}

/** Whether a compiled file holds nothing that runs: it stands beside its types. */
function isTypesAlone(file: string): boolean {
  const rest = readFileSync(file, "utf8").replace(
    /^(?:"use strict"|Object\.defineProperty\(exports, "__esModule".*|\/\/.*|\s)*;?/gm,
    "",
  );
  return rest.trim() === "";
}

compiled("the npm package holds no code that none of its entry points leads to", async () => {
  const packed = await packPackage();
  try {
    const own = realpathSync(path.join(packed.project, "node_modules", "pulumi-platform"));
    const { exports, main } = JSON.parse(readFileSync(path.join(own, "package.json"), "utf8")) as {
      exports: Record<string, string | { default: string }>;
      main: string;
    };
    const modules = Object.values(exports).flatMap((each) => (typeof each === "string" ? [] : [each.default]));
    const env = { NODE_PATH: path.join(root, "node_modules") };
    // Both programs: the plugin's is `main`, and the other one starts with a file of its own.
    const reached = new Set(await loaded(own, [...modules, main, ...loadedLate, "dist/cli/runProgram.js"], env));
    const unreached = codeIn(own).filter((file) => !reached.has(file));
    expect(unreached.filter((file) => !isTypesAlone(path.join(own, file)))).toEqual([]);
    expect(reached.size).toBeGreaterThan(300);
  } finally {
    packed.remove();
  }
});

test("the folder of programs holds those that package.json names, and no other", () => {
  const { bin } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { bin: Record<string, string> };
  expect(readdirSync(path.join(root, "bin")).sort()).toEqual(Object.keys(bin).sort());
});

compiled("the plugin's archive holds exactly the code of the provider that its program loads", async () => {
  for (const { name, content } of pluginFiles(root)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const reached = await loaded(folder, ["pulumi-resource-platform", ...loadedLate]);
  expect(codeIn(folder).sort()).toEqual(reached);
  for (const part of ["bundle/program.js", "provider/engine.js"]) expect(reached).toContain(path.join("dist", part));
});
