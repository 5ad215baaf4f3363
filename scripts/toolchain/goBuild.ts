// Builds Pulumi and its language hosts from their Go modules, each once per machine. All are in one
// folder, since Pulumi looks for its hosts beside itself.
import fs from "node:fs";
import path from "node:path";
import { Failure, tail } from "../setup/failure.js";
import { packages, programFile } from "../setup/paths.js";
import { printed, run } from "../setup/processes.js";
import { step } from "../setup/step.js";
import { alone, cached, withScratch } from "./cache.js";
import { digestOf, type GoTool, goMod, hostFront, languageHosts, pulumiTool } from "./goTools.js";

/** The version of the Go on PATH; an empty text if there is none. */
export async function goVersion() {
  const result = await run("go", ["env", "GOVERSION"]).catch(() => undefined);
  return result?.code === 0 ? result.output.trim() : "";
}

/** The folder of all tools in these versions; it has those that a command needed so far. */
const builtFolder = () => cached(builtName);

const versions = [pulumiTool, hostFront, ...languageHosts].map(({ name, version }) => `${name}@${version}`);
const builtName = `pulumi-${pulumiTool.version.slice(1)}-go-${digestOf(versions.join())}`;

/** The folder of a tool: `hostFront` looks for the old hosts below its own. */
const folderOf = ({ old }: GoTool) => path.join(builtFolder(), old ? "published" : "");

/**
 * What is missing for these hosts, the largest first: it downloads most modules. The old ones need
 * the front, which has their names.
 */
const missing = (hosts: GoTool[]) =>
  [pulumiTool, hostFront, ...hosts].filter((tool) => {
    const needed = [
      path.join(folderOf(tool), programFile(tool.name)),
      path.join(builtFolder(), programFile(tool.name)),
    ];
    return !needed.every((file) => fs.existsSync(file));
  });

/** The folder with `pulumi` and these hosts if they were built before. */
export const builtPulumi = (hosts: GoTool[]) => (missing(hosts).length === 0 ? withDynamicHost() : undefined);

/** Adds the host of dynamic resources, a script of the npm package, as Pulumi's releases do. */
function withDynamicHost() {
  for (const name of ["pulumi-resource-pulumi-nodejs", "pulumi-resource-pulumi-nodejs.cmd"])
    fs.cpSync(path.join(packages, "@pulumi", "pulumi", name), path.join(builtFolder(), name), { force: false });
  return builtFolder();
}

/** Builds what is missing of `pulumi` and these hosts, and yields their folder. */
export const buildPulumi = (hosts: GoTool[]): Promise<string> =>
  alone(builtName, async () => {
    const front = path.join(builtFolder(), programFile(hostFront.name));
    for (const tool of missing(hosts)) {
      await step(`Build ${tool.name} ${tool.version.slice(1)}`, () => build(tool), tool.usual);
      if (tool.old) fs.copyFileSync(front, path.join(builtFolder(), programFile(tool.name)));
    }
    return withDynamicHost();
  });

/** Builds a tool in its own Go module: the tools pin different versions of the same modules. */
const build = (tool: GoTool) =>
  withScratch(async (scratch) => {
    const source = path.join(scratch, "source");
    const target = path.join(scratch, "built");
    fs.mkdirSync(target);
    writeModule(tool, source);
    const program = path.join(target, programFile(tool.name));
    const flags = ["-mod=mod", "-trimpath", "-ldflags", `-s -w ${tool.ldflags ?? ""}`, "-o", program];
    const where = { cwd: source, env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", PWD: source } };
    const { code, output } = await run("go", ["build", ...flags, path.posix.join(tool.module, tool.package)], where);
    if (code !== 0) throw new Failure(`Go could not build ${tool.name} ${tool.version}:\n${tail(output)}`);
    for (const script of tool.scripts ?? []) {
      const module = await printed("go", ["list", "-mod=mod", "-m", "-f", "{{.Dir}}", tool.module], where);
      const placed = path.join(target, path.basename(script));
      fs.copyFileSync(path.join(module.trim(), script), placed);
      // Files of modules can be neither run nor replaced.
      fs.chmodSync(placed, 0o755);
    }
    fs.mkdirSync(folderOf(tool), { recursive: true });
    for (const file of fs.readdirSync(target)) fs.renameSync(path.join(target, file), path.join(folderOf(tool), file));
  });

/** The module of a build: the tool's own, or one that requires it, with stored checksums. */
function writeModule(tool: GoTool, source: string) {
  if (tool.source) return fs.cpSync(tool.source, source, { recursive: true });
  fs.mkdirSync(source);
  fs.writeFileSync(path.join(source, "go.mod"), goMod(tool));
  const sums = path.join(__dirname, "sums", `${tool.name}.sum`);
  if (fs.existsSync(sums)) fs.copyFileSync(sums, path.join(source, "go.sum"));
}
