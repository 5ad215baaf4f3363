// Obtains `pulumi` and its language hosts, and yields the folders that contain them.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "../setup/failure.js";
import { findProgram, packages, searchPath } from "../setup/paths.js";
import { run } from "../setup/processes.js";
import { step } from "../setup/step.js";
import { cached, once } from "./cache.js";
import { areBuilt, build, buildAll, dynamicHost, goVersion } from "./goBuild.js";
import type { GoTool, Tool } from "./goTools.js";
import { hostsFor, pulumiTool } from "./goTools.js";

/**
 * The oldest `pulumi` that has what the provider needs: a dynamic resource's read may return
 * inputs.
 */
const oldestPulumi = "3.216.0";
/** The oldest Go that fetches the newer one it needs by itself. */
const oldestGo = "1.21.0";
const version = pulumiTool.version.slice(1);
const downloaded = `pulumi-${version}-release`;
const downloadMs = 600_000;

/** Whether the version in a text is the wanted one or newer. Text without a version never is. */
export function isAtLeast(text: string, wanted: string) {
  const [have] = /\d+\.\d+(\.\d+)?/.exec(text) ?? [];
  return have !== undefined && have.localeCompare(wanted, "en", { numeric: true }) >= 0;
}

export interface Facts {
  /** The version of the `pulumi` on PATH. */
  onPath?: string;
  /** A copy was obtained before. */
  cached: boolean;
  downloadable: boolean;
  /** The version of Go. */
  go?: string;
}

/**
 * The source of Pulumi, in this order: the user's own, an earlier copy, the quick one, the one that
 * always works.
 */
export function pulumiSource({ onPath = "", cached, downloadable, go = "" }: Facts) {
  if (isAtLeast(onPath, oldestPulumi)) return "path";
  if (cached) return "cache";
  if (downloadable) return "download";
  return isAtLeast(go, oldestGo) ? "go" : "nothing";
}

/** The message without a usable source. */
export function nothingServes({ go }: Pick<Facts, "go">) {
  const reason = go ? `Go ${go} is too old to build it` : "there is no Go to build it with";
  return [
    `Pulumi is not installed, cannot be downloaded from here, and ${reason}.`,
    "Install one of the two and start again:",
    "  Pulumi      https://www.pulumi.com/docs/install/",
    `  Go ${oldestGo}+  https://go.dev/dl/`,
  ].join("\n");
}

/**
 * Obtains Pulumi with its hosts from the quickest source.
 * @returns the folders for PATH: `pulumi`, its language hosts and its host of dynamic resources
 */
export async function obtainPulumi(tools: readonly Tool[]): Promise<string[]> {
  if (tools.length === 0) return [];
  const hosts = hostsFor(tools);
  const [installed, copy] = [await installedPulumi(), releaseCopy()];
  const known = {
    onPath: installed?.version ?? "",
    cached: copy !== undefined || areBuilt(hosts),
    downloadable: false,
  };
  const source = pulumiSource(known);
  if (installed && source === "path") {
    console.log(`✔ Pulumi ${installed.version} from PATH`);
    return withHosts(path.dirname(fs.realpathSync(installed.file)), hosts);
  }
  if (installed)
    console.log(`  pulumi ${installed.version} on PATH is older than ${oldestPulumi}: obtaining another one.`);
  if (copy) return withHosts(copy, hosts);
  if (source === "cache") return [await buildAll(hosts)];
  const bin = (await canDownload()) ? await download() : undefined;
  if (bin) return withHosts(bin, hosts);
  const go = await goVersion();
  if (pulumiSource({ ...known, go }) !== "go") throw new Failure(nothingServes({ go }));
  console.log("  No Pulumi on PATH, and none can be downloaded: building it with Go, once per machine.");
  return [await buildAll(hosts)];
}

/** A release that was downloaded before, by us or by the launcher. */
function releaseCopy() {
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  const bins = [cached(downloaded), home].map((folder) => path.join(folder, "versions", version, "bin"));
  return bins.find((bin) => findProgram("pulumi", [bin]));
}

/**
 * The user's own `pulumi` and its version, unless it is a launcher that would download on its first
 * run.
 */
async function installedPulumi() {
  const file = findProgram("pulumi", searchPath());
  if (!file || path.basename(fs.realpathSync(file)) === "run.js") return undefined;
  const signal = AbortSignal.timeout(10_000);
  const result = await run(file, ["version"], { signal }).catch(() => undefined);
  return result?.code === 0 ? { file, version: result.output.trim() } : undefined;
}

/** Whether the download of the npm package `pulumi` answers. */
async function canDownload() {
  const signal = AbortSignal.timeout(5000);
  const response = await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal }).catch(() => undefined);
  return response?.ok === true;
}

/** Downloads the release with the launcher of the npm package `pulumi`; undefined if that fails. */
async function download() {
  const launcher = path.join(packages, "pulumi", "run.js");
  const folder = await step(`Download Pulumi ${version}`, () =>
    once(downloaded, async (aside) => {
      const env = { ...process.env, PULUMI_HOME: aside, PULUMI_VERSION: version, TMPDIR: aside, TEMP: aside };
      const signal = AbortSignal.timeout(downloadMs);
      const { code } = await run(process.execPath, [launcher, "version"], { env, signal });
      return code === 0 && findProgram("pulumi", [path.join(aside, "versions", version, "bin")]) !== undefined;
    }),
  );
  return folder && path.join(folder, "versions", version, "bin");
}

/** A released Pulumi with its own hosts; missing ones are built. */
async function withHosts(bin: string, hosts: GoTool[]) {
  const folders = [bin, ...searchPath()];
  const missing = hosts.filter((host) => !findProgram(host.name, folders));
  if (missing.length > 0 && !(await goVersion())) {
    const names = missing.map((host) => host.name).join(", ");
    throw new Failure(`The Pulumi in ${bin} has no ${names}, and there is no Go to build it with: https://go.dev/dl/`);
  }
  const built = [];
  for (const host of missing) built.push(await build(host));
  const dynamic = findProgram("pulumi-resource-pulumi-nodejs", folders) ? [] : dynamicHost().map(path.dirname);
  return [...new Set([bin, ...built, ...dynamic])];
}
