// Builds Pulumi and its language hosts from their Go modules, each once per machine.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Failure, tail } from "../setup/failure.js";
import { packages, programFile } from "../setup/paths.js";
import { printed, run } from "../setup/processes.js";
import { step } from "../setup/step.js";
import { cached, once } from "./cache.js";
import type { GoTool } from "./goTools.js";
import { goMod, hostFront, importPath, pulumiTool } from "./goTools.js";

/** The version of the Go on PATH; an empty text if there is none. */
export async function goVersion() {
  const result = await run("go", ["env", "GOVERSION"]).catch(() => undefined);
  return result?.code === 0 ? result.output.trim() : "";
}

/**
 * The tools that a choice of hosts needs. Published hosts of the SDK are older than the engine, so
 * the front comes with them.
 */
const toolsFor = (hosts: GoTool[]) => [pulumiTool, hostFront, ...hosts];

const entryOf = (tool: GoTool) => `${tool.name}-${tool.version.slice(1)}`;

/**
 * The cache entry in which `pulumi` and its hosts are side by side, since Pulumi looks for its
 * hosts beside itself.
 */
function entryOfAll(hosts: GoTool[]) {
  const versions = toolsFor(hosts).map((tool) => `${tool.name}@${tool.version}`);
  const digest = createHash("sha256").update(versions.join()).digest("hex").slice(0, 8);
  return `pulumi-${pulumiTool.version.slice(1)}-built-${digest}`;
}

/** Whether `pulumi` and these hosts were built on this machine, together or one by one. */
export const areBuilt = (hosts: GoTool[]) =>
  fs.existsSync(cached(entryOfAll(hosts))) || toolsFor(hosts).every((tool) => fs.existsSync(cached(entryOf(tool))));

/**
 * Builds `pulumi` and its hosts unless they are in the cache, and puts them side by side.
 * @returns the folder
 */
export async function buildAll(hosts: GoTool[]): Promise<string> {
  const folder = await once(entryOfAll(hosts), async (aside) => {
    for (const tool of toolsFor(hosts)) await build(tool);
    placeAll(hosts, aside);
    return true;
  });
  return String(folder);
}

/**
 * Builds one tool unless it is in the cache.
 * @returns the folder with the program and its scripts
 */
export async function build(tool: GoTool): Promise<string> {
  const folder = cached(entryOf(tool));
  if (fs.existsSync(folder)) return folder;
  await step(
    `Build ${tool.title} ${tool.version.slice(1)}`,
    () =>
      once(entryOf(tool), async (aside) => {
        await goBuild(tool, aside);
        return true;
      }),
    tool.usual,
  );
  return folder;
}

/** Builds a tool in its own Go module: the tools pin different versions of the same modules. */
async function goBuild(tool: GoTool, folder: string) {
  const source = path.join(folder, "source");
  writeModule(tool, source);
  const target = path.join(folder, programFile(tool.name));
  const args = ["build", "-mod=mod", "-trimpath", "-ldflags", tool.ldflags, "-o", target, importPath(tool)];
  const where = { cwd: source, env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", PWD: source } };
  const { code, output } = await run("go", args, where);
  if (code !== 0) throw new Failure(`Go could not build ${tool.title} ${tool.version}:\n${tail(output)}`);
  if (tool.scripts) {
    const module = await printed("go", ["list", "-mod=mod", "-m", "-f", "{{.Dir}}", tool.module], where);
    for (const script of tool.scripts) {
      const placed = path.join(folder, path.basename(script));
      fs.copyFileSync(path.join(module.trim(), script), placed);
      // Files of modules can be neither run nor replaced.
      fs.chmodSync(placed, 0o755);
    }
  }
  fs.rmSync(source, { recursive: true, force: true });
}

/** The module of a build: the tool's own, or one that requires it, with stored checksums. */
function writeModule(tool: GoTool, source: string) {
  if (tool.source) return fs.cpSync(tool.source, source, { recursive: true });
  fs.mkdirSync(source, { recursive: true });
  fs.writeFileSync(path.join(source, "go.mod"), goMod(tool));
  const sums = path.join(__dirname, "sums", `${tool.name}.sum`);
  if (fs.existsSync(sums)) fs.copyFileSync(sums, path.join(source, "go.sum"));
}

/** Puts the built tools where `pulumi` finds them, and the old hosts where their front does. */
function placeAll(hosts: GoTool[], target: string) {
  const published = path.join(target, "published");
  fs.mkdirSync(published);
  const front = path.join(cached(entryOf(hostFront)), programFile(hostFront.name));
  for (const tool of [pulumiTool, ...hosts]) {
    const folder = cached(entryOf(tool));
    for (const name of fs.readdirSync(folder)) {
      place(path.join(folder, name), path.join(tool.old ? published : target, name));
    }
    if (tool.old) place(front, path.join(target, programFile(tool.name)));
  }
  for (const file of dynamicHost()) fs.copyFileSync(file, path.join(target, path.basename(file)));
}

/** Pulumi's host of dynamic resources: a script in its npm package. */
export function dynamicHost() {
  const folder = path.join(packages, "@pulumi", "pulumi");
  const names = ["pulumi-resource-pulumi-nodejs", "pulumi-resource-pulumi-nodejs.cmd"];
  return names.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
}

/** A link where the file system has them, since the programs are large. */
function place(from: string, to: string) {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}
