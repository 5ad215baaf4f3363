// Other versions of Node.js for the tests, from the npm package `node`, each once per machine.
import fs from "node:fs";
import path from "node:path";
import { Failure } from "../setup/failure.js";
import { npm } from "../setup/paths.js";
import { printed } from "../setup/processes.js";
import { once } from "./cache.js";

/** The versions that the tests use, with npm's digest of each system's package. */
const releases: Record<string, Record<string, string>> = {
  "20.20.2": {
    "linux-arm64": "sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==",
    "linux-x64": "sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
  },
  "22.23.3": {
    "linux-arm64": "sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
    "linux-x64": "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
  },
  "24.21.0": {
    "linux-arm64": "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    "linux-x64": "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
};

const system = `${process.platform}-${process.arch}`;
const isRunning = (major: number) => process.versions.node.startsWith(`${major}.`);
const versionOf = (major: number) => Object.keys(releases).find((version) => version.startsWith(`${major}.`)) ?? "";

/** Whether {@link obtainNode} has this version: the running one, or a package for the system. */
export const isNodeOffered = (major: number) => isRunning(major) || system in (releases[versionOf(major)] ?? {});

/** The folder for PATH with a Node.js of a major version. */
export async function obtainNode(major: number): Promise<string> {
  if (isRunning(major)) return path.dirname(process.execPath);
  const version = versionOf(major);
  const integrity = releases[version]?.[system];
  if (!integrity) throw new Failure(`There is no Node.js ${major} for ${system} to download.`);
  const folder = await once(`node-${version}`, (scratch) => unpack(`node-${system}@${version}`, integrity, scratch));
  return path.join(String(folder), "bin");
}

/**
 * Leaves the program of a package in `bin`, and nothing else of it.
 * @param name the package and its version
 */
async function unpack(name: string, integrity: string, folder: string) {
  const packed = JSON.parse(await printed(npm, ["pack", name, "--json", "--loglevel", "error"], { cwd: folder }));
  const [{ filename, integrity: found }] = packed;
  if (found !== integrity) throw new Failure(`${name} is not what it was: its digest is ${found}, not ${integrity}.`);
  await printed("tar", ["-xzf", filename, "--strip-components", "1", "package/bin/node"], { cwd: folder });
  fs.rmSync(path.join(folder, filename));
  return true;
}
