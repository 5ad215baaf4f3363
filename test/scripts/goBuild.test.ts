import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buildProgress } from "../../scripts/setup/goBuild.js";
import { goMod, hostFront, importPath, languageHosts, pulumiTool } from "../../scripts/setup/goTools.js";
import { root } from "../../scripts/setup/paths.js";
import { runCommand } from "../support/command";
import { testWith } from "../support/needs";

test("a tool's module requires it, with the replaces that the tool itself has", () => {
  const tool = {
    ...pulumiTool,
    module: "example.org/m/v3",
    version: "v3.1.0",
    replaces: { "a.org/x": "b.org/y v1.0.0" },
  };
  expect(goMod(tool)).toMatch(/^require example\.org\/m\/v3 v3\.1\.0\nreplace a\.org\/x => b\.org\/y v1\.0\.0\n$/m);
});

test("the version that pulumi will say of itself is the module's", () => {
  expect(pulumiTool.ldflags).toContain(`Version=${pulumiTool.version}`);
});

test("a tool's command is inside its module", () => {
  for (const tool of [pulumiTool, ...languageHosts]) expect(importPath(tool)).toBe(`${tool.module}/${tool.package}`);
});

test("what a build downloads is compared with the checksums that it had before", () => {
  const sums = path.join(root, "scripts", "setup", "sums");
  const without = [pulumiTool, ...languageHosts].filter((tool) => !existsSync(path.join(sums, `${tool.name}.sum`)));
  expect(without).toEqual([]);
  expect(readdirSync(hostFront.source ?? "")).toEqual(expect.arrayContaining(["go.mod", "go.sum"]));
});

test("the front of the old hosts speaks the protocol of the engine that is built with it", () => {
  const requires = readFileSync(path.join(hostFront.source ?? "", "go.mod"), "utf8");
  for (const module of [pulumiTool.module, "github.com/pulumi/pulumi/sdk/v3"]) {
    expect(requires).toContain(`${module} ${pulumiTool.version}\n`);
  }
  for (const [from, to] of Object.entries(pulumiTool.replaces ?? {})) {
    expect(requires).toContain(`replace ${from} => ${to}\n`);
  }
});

testWith("gofmt")("the front's source is formatted", async () => {
  const cwd = hostFront.source ?? "";
  expect(await runCommand("gofmt", ["-l", "."], { cwd, env: { PATH: process.env.PATH ?? "" } })).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "",
  });
});

test("progress counts what is downloaded, then what is compiled", () => {
  const seen: string[] = [];
  const onLine = buildProgress({ ...pulumiTool, packages: 9 }, (detail) => seen.push(detail));
  ["go: downloading example.org/m v1.0.0", "internal/cpu", "example.org/m/v3/cmd", "# a note of the linker"].forEach(
    onLine,
  );
  expect(seen).toEqual([
    "modules downloaded: 1",
    "1 of at most 9 packages compiled",
    "2 of at most 9 packages compiled",
  ]);
});
