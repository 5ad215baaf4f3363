import { spawn } from "node:child_process";

/** The result of a command. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Where and how a command runs. */
export interface CommandSettings {
  cwd: string;
  env: Record<string, string>;
  input?: string;
}

/** Runs a command to its end, whatever its exit code. */
export function runCommand(command: string, args: string[], settings: CommandSettings): Promise<CommandResult> {
  const child = spawn(command, args, { cwd: settings.cwd, env: settings.env });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  child.stdin.end(settings.input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // A command that is over before it has read its input has not failed by that.
    child.stdin.on("error", (error: NodeJS.ErrnoException) => error.code === "EPIPE" || reject(error));
    child.on("close", (code) => resolve({ exitCode: code ?? -1, ...output }));
  });
}
