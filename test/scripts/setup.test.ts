import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isInstalled } from "../../scripts/setup/packages.js";
import { cacheFolder, programFile, root, searchPath } from "../../scripts/setup/paths.js";
import { duration, step } from "../../scripts/setup/step.js";
import { buildPulumi } from "../../scripts/toolchain/goBuild.js";
import { goMod, hostFront, languageHosts, pulumiTool } from "../../scripts/toolchain/goTools.js";
import { isAtLeast, nothingServes } from "../../scripts/toolchain/pulumi.js";
import { runCommand } from "../support/command";
import { testWith } from "../support/needs";
import { temporaryFolder } from "../support/temporaryFolder";

const inFolder = temporaryFolder();

test.each([
  ["linux", {}, "/home/me/.cache/pulumi-vcluster-platform"],
  ["linux", { XDG_CACHE_HOME: "/cache" }, "/cache/pulumi-vcluster-platform"],
  ["darwin", {}, "/home/me/Library/Caches/pulumi-vcluster-platform"],
  ["win32", { LOCALAPPDATA: "/local" }, "/local/pulumi-vcluster-platform"],
  ["win32", { VCLUSTER_PLATFORM_CACHE: "/mine" }, "/mine"],
] as const)("the cache on %s with %j is in %s", (platform, env, folder) => {
  expect(cacheFolder(env, platform, "/home/me")).toBe(folder);
});

test("npm's launchers are not on the path that is searched", () => {
  const folders = ["/repo/node_modules/.bin", "/usr/bin", "", "/other/node_modules/.bin/"];
  expect(searchPath(folders.join(path.delimiter))).toEqual(["/usr/bin"]);
});

test.each([
  ["v3.216.0", true],
  ["v4.0.0", true],
  ["v3.215.9", false],
  ["v3.99.0", false],
  ["3.260.0-alpha.x1234", true],
  ["devel", false],
  ["", false],
])("version %j is at least 3.216.0: %j", (have, answer) => expect(isAtLeast(have, "3.216.0")).toBe(answer));

test("without a source of pulumi, the message says what to install", () => {
  expect(nothingServes("")).toMatch(/no Go.*go\.dev/s);
  expect(nothingServes("go1.20.14")).toContain("go1.20.14 is too old");
});

const locked = {
  "": { version: "0.1.0" },
  "node_modules/zod": { version: "4.6.7" },
  "node_modules/other-system": { version: "1.0.0", optional: true },
};

test.each([
  [{}, false],
  [{ "node_modules/zod": { version: "4.6.7" } }, true],
  [{ "node_modules/zod": { version: "4.6.6" } }, false],
  [{ "node_modules/zod": { version: "4.6.7" }, "node_modules/other-system": { version: "0.9.0" } }, false],
])("the installed packages %j are complete: %j", (installed, answer) => {
  expect(isInstalled(locked, installed)).toBe(answer);
});

test("a cache that cannot be written ends set-up with the remedy", async () => {
  writeFileSync(inFolder("file"), "");
  const env = { PATH: process.env.PATH ?? "", VCLUSTER_PLATFORM_CACHE: inFolder("file/cache") };
  const { exitCode, stderr } = await runCommand(process.execPath, ["scripts/run.js", "setup"], { cwd: root, env });
  expect(stderr).toMatch(/^\nThe cache cannot be written: .*\nSet VCLUSTER_PLATFORM_CACHE to .*\n$/);
  expect(exitCode).toBe(1);
});

test("pulumi reports the version of its module, whose go.mod has the replaces of the tool itself", () => {
  expect(pulumiTool.ldflags).toContain(`Version=${pulumiTool.version}`);
  const replaces = { "a.org/x": "b.org/y v1.0.0" };
  const tool = { ...pulumiTool, module: "example.org/m/v3", version: "v3.1.0", replaces };
  expect(goMod(tool)).toMatch(/^require example\.org\/m\/v3 v3\.1\.0\nreplace a\.org\/x => b\.org\/y v1\.0\.0\n$/m);
});

test("downloads of a build are compared with stored checksums", () => {
  const sums = path.join(root, "scripts", "toolchain", "sums");
  const without = [pulumiTool, ...languageHosts].filter((tool) => !existsSync(path.join(sums, `${tool.name}.sum`)));
  expect(without).toEqual([]);
  expect(readdirSync(hostFront.source ?? "")).toEqual(expect.arrayContaining(["go.mod", "go.sum"]));
});

test("the front of the old hosts has the protocol of the engine that is built with it", () => {
  const requires = readFileSync(path.join(hostFront.source ?? "", "go.mod"), "utf8");
  for (const module of [pulumiTool.module, "github.com/pulumi/pulumi/sdk/v3"])
    expect(requires).toContain(`${module} ${pulumiTool.version}\n`);
  for (const [from, to] of Object.entries(pulumiTool.replaces ?? {}))
    expect(requires).toContain(`replace ${from} => ${to}\n`);
});

describe("a build of Pulumi", () => {
  const { PATH, VCLUSTER_PLATFORM_CACHE } = process.env;
  let log: jest.SpyInstance;

  beforeEach(() => {
    log = jest.spyOn(console, "log").mockImplementation();
    // It makes the file that follows -o, and for `go list` names a folder with the scripts.
    const go = `#!/bin/sh\n[ "$1" = list ] && { echo "${inFolder("module")}"; exit; }
while [ $# -gt 0 ]; do [ "$1" = -o ] && { echo "$2" >>"${inFolder("builds")}"; : >"$2"; }; shift; done\n`;
    mkdirSync(inFolder("bin"));
    writeFileSync(inFolder("bin/go"), go, { mode: 0o755 });
    for (const script of languageHosts.flatMap(({ scripts = [] }) => scripts))
      cpSync(__filename, inFolder(`module/${script}`));
    process.env.PATH = `${inFolder("bin")}${path.delimiter}${PATH}`;
    process.env.VCLUSTER_PLATFORM_CACHE = inFolder("cache");
  });
  afterEach(() => {
    log.mockRestore();
    process.env.PATH = PATH;
    if (VCLUSTER_PLATFORM_CACHE === undefined) delete process.env.VCLUSTER_PLATFORM_CACHE;
    else process.env.VCLUSTER_PLATFORM_CACHE = VCLUSTER_PLATFORM_CACHE;
  });

  const builds = () => readFileSync(inFolder("builds"), "utf8").trim().split("\n");

  test("begins with Pulumi, which downloads most modules, and announces the time for an empty cache", async () => {
    await buildPulumi(languageHosts);
    const names = builds().map((file) => path.basename(file));
    expect(names).toEqual([pulumiTool, hostFront, ...languageHosts].map(({ name }) => programFile(name)));
    expect(log.mock.calls[0]).toEqual([expect.stringMatching(/^ {2}Build pulumi .*\(usually 4 to 7 min\)$/)]);
  });

  test("that runs twice at once builds each part once", async () => {
    const [one, other] = await Promise.all([buildPulumi(languageHosts), buildPulumi(languageHosts)]);
    expect([one, builds()]).toEqual([other, expect.any(Array)]);
    expect(builds()).toHaveLength(languageHosts.length + 2);
    expect(log.mock.calls.flat()).toContainEqual(expect.stringMatching(/^ {2}Another process makes pulumi-.*waiting/));
  });

  test("that fails does not block the next one", async () => {
    const go = readFileSync(inFolder("bin/go"));
    writeFileSync(inFolder("bin/go"), "#!/bin/sh\nexit 1\n");
    await expect(buildPulumi(languageHosts)).rejects.toThrow("Go could not build pulumi");
    writeFileSync(inFolder("bin/go"), go);
    await buildPulumi(languageHosts);
    expect(builds()).toHaveLength(languageHosts.length + 2);
  });
});

testWith("gofmt")("the source of the front is formatted", async () => {
  const settings = { cwd: hostFront.source ?? "", env: { PATH: process.env.PATH ?? "" } };
  expect(await runCommand("gofmt", ["-l", "."], settings)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
});

test("a step prints its result and its duration, and a long one when it begins", async () => {
  const log = jest.spyOn(console, "log").mockImplementation();
  expect(await step("Compile", async () => 7)).toBe(7);
  await expect(step("Pack", async () => Promise.reject(new Error("no")), "4 min")).rejects.toThrow("no");
  expect(log.mock.calls.flat()).toEqual(["✔ Compile (0.0 s)", "  Pack (usually 4 min)", "✖ Pack (0.0 s)"]);
  log.mockRestore();
});

test.each([
  [400, "0.4 s"],
  [9950, "10 s"],
  [59_400, "59 s"],
  [185_000, "3 min 05 s"],
])("%d ms is %s", (ms, text) => expect(duration(ms)).toBe(text));
