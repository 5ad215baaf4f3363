import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "./command";
import { root } from "./environment";

/** The npm package as it would be published. */
export interface PackedPackage {
  /** The file that is published. */
  readonly tarball: string;
  /** A folder with the package installed, and what a program adds: Pulumi and Node.js types. */
  readonly project: string;
  /** Size on the disk. */
  readonly unpackedBytes: number;
  readonly files: number;
  remove(): void;
}

const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };

/** Runs a command that has to succeed, and gives what it printed. */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(command, args, { cwd, env });
  if (exitCode !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
}

/** npm's description of the published file. */
interface Packed {
  readonly tarball: string;
  readonly unpackedBytes: number;
  readonly files: number;
}

/** Packs what was compiled into a folder, and makes another one in it. */
export async function packInto(folder: string, project: string): Promise<Packed> {
  const printed = await run(root, "npm", "pack", "--ignore-scripts", "--json", "--pack-destination", folder);
  const [{ filename, unpackedSize, entryCount }] = JSON.parse(printed) as [
    { filename: string; unpackedSize: number; entryCount: number },
  ];
  mkdirSync(project, { recursive: true });
  return { tarball: path.join(folder, filename), unpackedBytes: unpackedSize, files: entryCount };
}

/** Packs the build and unpacks it into its own project, so that only published files are there. */
export async function packPackage(): Promise<PackedPackage> {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
  const project = path.join(folder, "project");
  const packed = await packInto(folder, project);
  const modules = path.join(project, "node_modules");
  const own = path.join(modules, "pulumi-vcluster-platform");
  for (const made of [own, path.join(modules, "@types")]) mkdirSync(made, { recursive: true });
  await run(folder, "tar", "-xzf", packed.tarball, "-C", own, "--strip-components", "1");
  for (const name of ["@pulumi", "@types/node", "undici-types"]) {
    symlinkSync(path.join(root, "node_modules", name), path.join(modules, name), "junction");
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { ...packed, project, remove };
}
