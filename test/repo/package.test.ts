import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { bin, dependencies, exports, main, peerDependencies } from "../../package.json";
import { pluginFiles } from "../../scripts/release/pluginFiles.js";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { testIf } from "../support/needs";
import { type PackedPackage, packPackage } from "../support/packedPackage";
import { temporaryFolder } from "../support/temporaryFolder";

// `npm test` compiles first.
const compiled = testIf(existsSync(path.join(root, "dist", "cli", "main.js")), "compiled program");
const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
const page = readFileSync(path.join(root, "docs", "releasing.md"), "utf8");
const at = temporaryFolder();

// Compilers and packers run on a machine that may be busy.
jest.setTimeout(180_000);

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packPackage();
});
afterAll(() => packed?.remove());

const inProject = (command: string, ...args: string[]) => runCommand(command, args, { cwd: packed.project, env });
const program = (name: string) => path.join(root, "node_modules", ".bin", name);

compiled("publint and arethetypeswrong find no problem", async () => {
  for (const [name, option, good] of [
    ["publint", "--strict", "All good!"],
    ["attw", "--no-color", "No problems found"],
  ] as const) {
    const { exitCode, stdout } = await inProject(program(name), packed.tarball, option);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(good)]);
  }
});

describe("types", () => {
  const source = `
import * as platform from "pulumi-vcluster-platform";
const template = new platform.SpaceTemplate("dev", { displayName: "Development" });
export const uid: import("@pulumi/pulumi").Output<string> = template.uid;
const found = platform.getSpaceTemplate({ name: "dev" });
export const name: Promise<string | undefined> = found.then(({ displayName }) => displayName);
`;
  const wrong = `${source}\nnew platform.SpaceTemplate("dev", { displayNam: "Development" });\n`;
  const shared = { target: "es2022", strict: true, noEmit: true, skipLibCheck: true, types: ["node"] };

  test.each([
    [".ts", { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" }],
    [".cts", { module: "nodenext", moduleResolution: "nodenext" }],
    [".mts", { module: "nodenext", moduleResolution: "nodenext" }],
    [".ts", { module: "esnext", moduleResolution: "bundler" }],
  ])("a correct file %s compiles with %j, and one with a misspelt field fails", async (ending, options) => {
    const texts = { [`right${ending}`]: source, [`wrong${ending}`]: wrong };
    for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(packed.project, file), text);
    const project = { compilerOptions: { ...shared, ...options }, files: Object.keys(texts) };
    writeFileSync(path.join(packed.project, "tsconfig.json"), JSON.stringify(project));
    const { stdout } = await inProject(program("tsc"), "-p", ".");
    expect(stdout).toMatch(/^wrong\S+ error TS2561: .*'displayNam' does not exist/);
    expect(stdout.match(/error TS/g)).toHaveLength(1);
  });
});

describe("files", () => {
  /** Modules that are loaded on first use. */
  const loadedLate = [
    "provider/index",
    "provider/adapters/plugin/pluginAdapter",
    "provider/objects/wire/templateObjects",
  ].map((name) => `dist/${name}.js`);

  /** The files of a folder's `dist` that Node.js loads for entry points. */
  async function loadedBy(from: string, entries: string[], more: Record<string, string> = {}): Promise<string[]> {
    const names = JSON.stringify(entries.map((entry) => path.join(from, entry)));
    const text = `${names}.forEach((name) => require(name)); console.log(JSON.stringify(Object.keys(require.cache))); process.exit()`;
    const settings = { cwd: from, env: { PATH: process.env.PATH ?? "", ...more } };
    const { stdout, stderr } = await runCommand(process.execPath, ["-e", text], settings);
    if (!stdout) throw new Error(`Node.js loads nothing: ${stderr}`);
    const files = (JSON.parse(stdout) as string[]).map((file) => path.relative(from, file));
    return files.filter((file) => file.startsWith("dist")).sort();
  }

  function codeIn(from: string): string[] {
    const files = readdirSync(path.join(from, "dist"), { recursive: true, encoding: "utf8" });
    return files.filter((file) => file.endsWith(".js")).map((file) => path.join("dist", file));
  }

  const boilerplate = /^(?:"use strict"|Object\.defineProperty\(exports, "__esModule".*|\/\/.*|\s)*;?/gm;
  const isEmpty = (file: string) => readFileSync(file, "utf8").replace(boilerplate, "").trim() === "";

  compiled("every file of code in the npm package is loaded by an entry point, or has only types", async () => {
    const own = realpathSync(path.join(packed.project, "node_modules", "pulumi-vcluster-platform"));
    const modules = Object.values(exports).flatMap((each) => (typeof each === "string" ? [] : [each.default]));
    const entries = [...modules, main, ...loadedLate, "dist/cli/main.js"];
    const reached = new Set(await loadedBy(own, entries, { NODE_PATH: path.join(root, "node_modules") }));
    const unreached = codeIn(own).filter((file) => !reached.has(file));
    expect(unreached.filter((file) => !isEmpty(path.join(own, file)))).toEqual([]);
    expect(reached.size).toBeGreaterThan(200);
  });

  compiled("the plugin's archive has exactly the code that its program loads", async () => {
    for (const { name, content } of await pluginFiles(root)) {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
    }
    const folder = realpathSync(at("."));
    expect(await loadedBy(folder, ["pulumi-resource-vcluster-platform"])).toEqual([path.join("dist", "plugin.js")]);
    expect(codeIn(folder)).toEqual([path.join("dist", "plugin.js")]);
  });

  compiled("the npm package has no sources, tests or scripts", async () => {
    const { stdout } = await inProject("tar", "-tzf", packed.tarball);
    const files = stdout.trim().split("\n");
    const code = /^package\/(dist\/(cli|emulator|provider|sdk)\/.*\.(js|d\.ts)|bin\/[\w-]+)$/;
    expect(files.filter((file) => !code.test(file)).sort()).toEqual(
      [
        "CHANGELOG.md",
        "LICENSE",
        "PulumiPlugin.yaml",
        "README.md",
        "SECURITY.md",
        "dist/plugin.js",
        "package.json",
        "schema.json",
        "schemas/drift-report.v1.json",
      ].map((file) => `package/${file}`),
    );
  });

  test("the folder bin has exactly the programs of package.json", () => {
    expect(readdirSync(path.join(root, "bin")).sort()).toEqual(Object.keys(bin).sort());
  });

  compiled("the bundle has the license of zod, and none of zod's translations", async () => {
    const file = path.join(packed.project, "node_modules/pulumi-vcluster-platform/dist/plugin.js");
    const bundle = readFileSync(file, "utf8");
    expect(bundle).toContain(readFileSync(path.join(root, "node_modules/zod/LICENSE"), "utf8").split("\n")[2]);
    expect(bundle).not.toContain("Eingabe");
  });
});

compiled("the npm package has less than 3.2 MB and 1,100 files", async () => {
  expect(packed.unpackedBytes).toBeLessThan(3_200_000);
  expect(packed.files).toBeLessThan(1100);
});

describe("dependencies", () => {
  test("at run time are exactly those with a purpose and a reason in docs/releasing.md", () => {
    const [, after = ""] = page.split("\n| package |");
    const [, , ...lines] = (after.split("\n\n")[0] ?? "").split("\n");
    const rows = lines.map((line) => line.split("|").map((cell) => cell.trim()));
    const names = rows.flatMap(([, name = ""]) => name.replaceAll("`", "").split(", "));
    expect(names.sort()).toEqual(Object.keys(dependencies).sort());
    expect(rows.filter(([, , purpose = "", reason = ""]) => purpose.length <= 10 || reason.length <= 5)).toEqual([]);
  });

  test("of the program are Pulumi's library only", () => {
    expect(Object.keys(peerDependencies)).toEqual(["@pulumi/pulumi"]);
  });

  test("without @pulumi/pulumi the plugin ends with a line that says what to install", () => {
    const plugin = "bin/pulumi-resource-vcluster-platform";
    for (const part of ["dist/plugin.js", plugin]) cpSync(path.join(root, part), at(part), { recursive: true });
    mkdirSync(at("node_modules"));
    const packages = readdirSync(path.join(root, "node_modules"));
    for (const name of packages.filter((each) => each !== "@pulumi" && !each.startsWith(".")))
      symlinkSync(path.join(root, "node_modules", name), at(`node_modules/${name}`));
    const { status, stdout, stderr } = spawnSync(process.execPath, [at(plugin)], { encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "pulumi-resource-vcluster-platform cannot start: @pulumi/pulumi is not installed beside it. " +
        'Run "npm install @pulumi/pulumi" in the folder where pulumi-vcluster-platform is installed.\n',
    });
  });
});
