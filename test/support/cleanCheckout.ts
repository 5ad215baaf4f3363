import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { runCommand } from "./command";
import { root } from "./environment";

/** Copies this clone as Git knows it, with what was not committed yet but without anything installed or compiled. */
export async function cleanCheckout(folder: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? "" };
  const { stdout } = await runCommand("git", ["ls-files", "-z"], { cwd: root, env });
  const tracked = stdout.split("\0").filter((file) => file && existsSync(path.join(root, file)));
  for (const file of tracked) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(root, file), target);
  }
}
