// Obtains `pulumi` and its language hosts, and yields the folders that contain them.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "../setup/failure.js";
import { findProgram, packages, searchPath } from "../setup/paths.js";
import { run } from "../setup/processes.js";
import { step } from "../setup/step.js";
import { cached, once } from "./cache.js";
import { buildPulumi, builtPulumi, goVersion } from "./goBuild.js";
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

/** The message without a usable source. */
export function nothingServes(go: string) {
  const reason = go ? `Go ${go} is too old to build it` : "there is no Go to build it with";
  return [
    `Pulumi is not installed, cannot be downloaded from here, and ${reason}.`,
    "Install one of the two and start again:",
    "  Pulumi      https://www.pulumi.com/docs/install/",
    `  Go ${oldestGo}+  https://go.dev/dl/`,
  ].join("\n");
}

/**
 * Obtains Pulumi with its hosts: the user's own, an earlier copy, the quick source, or the one that
 * works without Pulumi's servers.
 * @returns the folders for PATH: `pulumi`, its language hosts and its host of dynamic resources
 */
export async function obtainPulumi(tools: readonly Tool[]): Promise<string[]> {
  if (tools.length === 0) return [];
  const hosts = hostsFor(tools);
  return [
    (await installedPulumi(hosts)) ??
      releaseCopy(hosts) ??
      builtPulumi(hosts) ??
      (await downloadPulumi(hosts)) ??
      (await buildWithGo(hosts)),
  ];
}

const hasHosts = (folder: string, hosts: GoTool[]) =>
  hosts.every(({ name }) => findProgram(name, [folder, ...searchPath()]));

/** The folder of the user's own `pulumi`, unless it is too old or a launcher that downloads. */
async function installedPulumi(hosts: GoTool[]) {
  const file = findProgram("pulumi", searchPath());
  if (!file || path.basename(fs.realpathSync(file)) === "run.js") return undefined;
  const signal = AbortSignal.timeout(10_000);
  const result = await run(file, ["version"], { signal }).catch(() => undefined);
  if (result?.code !== 0) return undefined;
  const [installed, folder] = [result.output.trim(), path.dirname(fs.realpathSync(file))];
  if (isAtLeast(installed, oldestPulumi) && hasHosts(folder, hosts)) {
    console.log(`✔ Pulumi ${installed} from PATH`);
    return folder;
  }
  console.log(
    `  pulumi ${installed} on PATH is older than ${oldestPulumi} or lacks language hosts: obtaining another.`,
  );
  return undefined;
}

/** The folder of a release that was downloaded before, by us or by the launcher. */
function releaseCopy(hosts: GoTool[]) {
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  const folders = [cached(downloaded), home].map(binOf);
  return folders.find((folder) => findProgram("pulumi", [folder]) && hasHosts(folder, hosts));
}

/** Where Pulumi's launcher keeps the release. */
const binOf = (home: string) => path.join(home, "versions", version, "bin");

/** Downloads the release with the launcher of the npm package `pulumi`; undefined if that fails. */
async function downloadPulumi(hosts: GoTool[]) {
  const probe = { method: "HEAD", signal: AbortSignal.timeout(5000) };
  const response = await fetch("https://get.pulumi.com/install.sh", probe).catch(() => undefined);
  if (!response?.ok) return undefined;
  const launcher = path.join(packages, "pulumi", "run.js");
  await step(`Download Pulumi ${version}`, () =>
    once(downloaded, async (scratch) => {
      const env = { ...process.env, PULUMI_HOME: scratch, PULUMI_VERSION: version, TMPDIR: scratch, TEMP: scratch };
      const signal = AbortSignal.timeout(downloadMs);
      const { code } = await run(process.execPath, [launcher, "version"], { env, signal });
      return code === 0 && findProgram("pulumi", [binOf(scratch)]) !== undefined;
    }),
  );
  return releaseCopy(hosts);
}

async function buildWithGo(hosts: GoTool[]) {
  const go = await goVersion();
  if (!isAtLeast(go, oldestGo)) throw new Failure(nothingServes(go));
  console.log("  No Pulumi on PATH, and none can be downloaded: building it with Go, once per machine (4 to 8 min).");
  return buildPulumi(hosts);
}
