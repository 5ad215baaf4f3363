import path from "node:path";
import { runCommand } from "../../../support/command";

/** The answer of a program beside this file to what it is given. */
export async function askNode<T>(program: string, input: string): Promise<T> {
  const env = { PATH: process.env.PATH ?? "" };
  const result = await runCommand(process.execPath, [path.join(__dirname, program)], { cwd: __dirname, env, input });
  if (result.exitCode !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout);
}
