import path from "node:path";
import type { Orphan } from "../../../../../cli/orphans/orphan";
import { runCommand } from "../../../../support/command";
import { root } from "../../../../support/environment";
import type { Scene } from "./scene";

/** What `pulumi-platform orphans` names that this state does not hold, disabled keys too. */
export async function orphansOf({ stack }: Scene, input: string): Promise<Orphan[]> {
  const args = [path.join(root, "bin", "pulumi-platform"), "orphans", "--state", "-", "--json"];
  const { exitCode, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env: stack.env, input });
  if (exitCode !== 0 && exitCode !== 7) throw new Error(`orphans ended with ${exitCode}: ${stderr}`);
  const { orphans, kept } = JSON.parse(stdout);
  return [...orphans, ...kept];
}
