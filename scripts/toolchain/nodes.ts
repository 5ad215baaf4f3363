// Other versions of Node.js for the tests, from the npm package `node`, each once per machine.
import fs from "node:fs";
import path from "node:path";
import { Failure } from "../setup/failure.js";
import { npm } from "../setup/paths.js";
import { printed } from "../setup/processes.js";
import { once } from "./cache.js";

export interface NodeRelease {
  version: string;
  /** Of the package of each system, as npm reckons it. */
  integrity: Record<string, string>;
}

/** The versions that the tests use, by major version. */
const nodeReleases: Record<number, NodeRelease> = {
  20: {
    version: "20.20.2",
    integrity: {
      "linux-arm64": "sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==",
      "linux-x64": "sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
    },
  },
  22: {
    version: "22.23.3",
    integrity: {
      "linux-arm64": "sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
      "linux-x64": "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
    },
  },
  24: {
    version: "24.21.0",
    integrity: {
      "linux-arm64": "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
      "linux-x64": "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    },
  },
};

const system = `${process.platform}-${process.arch}`;
const isRunning = (major: number) => Number.parseInt(process.versions.node, 10) === major;

/**
 * Whether {@link obtainNode} can give this version here: it is the one that runs this, or there is
 * a binary for the system.
 */
export const isNodeOffered = (major: number) =>
  isRunning(major) || nodeReleases[major]?.integrity[system] !== undefined;

/** The folder for PATH with a Node.js of a major version. */
export async function obtainNode(major: number): Promise<string> {
  if (isRunning(major)) return path.dirname(process.execPath);
  const release = nodeReleases[major];
  const integrity = release?.integrity[system];
  if (!release || !integrity) throw new Failure(`There is no Node.js ${major} for ${system} to download.`);
  const folder = await once(`node-${release.version}`, async (aside) => {
    await unpack(`node-${system}@${release.version}`, integrity, aside);
    return true;
  });
  return path.join(folder as string, "bin");
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
}
