import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { testIf } from "../support/needs";
import { type PackedPackage, packPackage } from "../support/packedPackage";

// `npm test` compiles first.
const compiled = testIf(existsSync(path.join(root, "dist", "cli", "index.js")), "compiled program");

const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
const bin = (name: string) => path.join(root, "node_modules", ".bin", name);

// Compilers and packers, on a machine that may have much to do.
jest.setTimeout(180_000);

const program = `
import * as platform from "pulumi-platform";
const template = new platform.SpaceTemplate("dev", { displayName: "Development" });
export const uid: import("@pulumi/pulumi").Output<string> = template.uid;
const found = platform.getSpaceTemplate({ name: "dev" });
export const name: Promise<string | undefined> = found.then(({ displayName }) => displayName);
`;
const wrong = `${program}\nnew platform.SpaceTemplate("dev", { displayNam: "Development" });\n`;

/** How the programs of users find a package: old projects of Pulumi's own templates, Node.js' two kinds of modules, and bundlers. */
const resolutions = [
  [
    "a program of Pulumi's templates",
    "index.ts",
    { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" },
  ],
  ["a CommonJS program", "index.cts", { module: "nodenext", moduleResolution: "nodenext" }],
  ["an ESM program", "index.mts", { module: "nodenext", moduleResolution: "nodenext" }],
  ["a bundled program", "index.ts", { module: "esnext", moduleResolution: "bundler" }],
] as const;

describe("the package as it would be published", () => {
  let packed: PackedPackage;

  beforeAll(async () => {
    packed = await packPackage();
  });
  afterAll(() => packed?.remove());

  const inProject = (command: string, ...args: string[]) => runCommand(command, args, { cwd: packed.project, env });

  async function compile(file: string, text: string, options: object): Promise<string> {
    const compilerOptions = {
      target: "es2022",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
      ...options,
    };
    writeFileSync(path.join(packed.project, file), text);
    writeFileSync(path.join(packed.project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
    return (await inProject(bin("tsc"), "-p", ".")).stdout;
  }

  compiled("publint finds nothing", async () => {
    const { exitCode, stdout } = await inProject(bin("publint"), packed.tarball, "--strict");
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("All good!")]);
  });

  compiled("arethetypeswrong finds nothing", async () => {
    const { exitCode, stdout } = await inProject(bin("attw"), packed.tarball, "--no-color");
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("No problems found")]);
  });

  test.each(resolutions)(
    "%s is typed: a field that there is passes, and a misspelt one does not",
    async (_, file, options) => {
      expect(await compile(file, program, options)).toBe("");
      expect(await compile(file, wrong, options)).toMatch(/error TS2561: .*'displayNam' does not exist/);
    },
  );

  for (const [kind, file, first] of [
    ["CommonJS", "program.cjs", `const { SpaceTemplate, getSpaceTemplate } = require("pulumi-platform");`],
    ["ESM", "program.mjs", `import { SpaceTemplate, getSpaceTemplate } from "pulumi-platform";`],
  ] as const) {
    compiled(`${kind} programs get its names without a compiler`, async () => {
      const text = `${first}\nconsole.log(typeof SpaceTemplate, typeof getSpaceTemplate);\n`;
      writeFileSync(path.join(packed.project, file), text);
      expect(await inProject(process.execPath, file)).toMatchObject({ stdout: "function function\n", stderr: "" });
    });
  }

  compiled("stays small: 3 MB and 1,100 files on the disk", async () => {
    expect(packed.unpackedBytes).toBeLessThan(3_000_000);
    expect(packed.files).toBeLessThan(1100);
  });

  compiled("holds the licence of what is bundled, and of that only what is used", async () => {
    const bundle = readFileSync(
      path.join(packed.project, "node_modules/pulumi-platform/dist/bundle/startFace.js"),
      "utf8",
    );
    expect(bundle).toContain(readFileSync(path.join(root, "node_modules/zod/LICENSE"), "utf8").split("\n")[2]);
    // zod's messages in other languages.
    expect(bundle).not.toContain("Eingabe");
  });

  compiled("holds what its users run and read, and nothing of how it is made", async () => {
    const { stdout } = await inProject("tar", "-tzf", packed.tarball);
    const files = stdout
      .trim()
      .split("\n")
      .map((file) => file.replace(/^package\//, ""));
    const others = files.filter(
      (file) => !/^(dist\/(cli|emulator|provider|sdk)\/.*\.(js|d\.ts)|bin\/[\w-]+)$/.test(file),
    );
    expect(others.sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "PulumiPlugin.yaml",
      "README.md",
      "SECURITY.md",
      "dist/bundle/program.js",
      "dist/bundle/startFace.js",
      "package.json",
      "schema.json",
      "schemas/drift-report.v1.json",
    ]);
  });
});
