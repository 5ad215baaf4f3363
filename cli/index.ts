import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { escapeText } from "../provider/api/output/escape";
import { messageOf } from "../provider/objects/messages";
import { type Command, type CommandOptions, type CommandValues, UsageError, usageExitCode } from "./command";
import { commands } from "./commands";
import { commandHint, commandUsage, programHint, programUsage } from "./usage";

/** Runs the command line and returns the exit code: 0 done, 1 failed, 2 called in a wrong way, and what else the command says. */
export async function main(args: readonly string[]): Promise<number> {
  const [name = "", ...rest] = args;
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) return withoutCommand(name);
  try {
    return await runCommand(command, rest);
  } catch (error) {
    return explain(command, error);
  }
}

function withoutCommand(name: string): number {
  if (name === "--version") {
    console.log(version());
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    console.log(programUsage(commands));
    return 0;
  }
  console.error(
    name === "" ? `No command given\n\n${programUsage(commands)}` : `Unknown command "${name}"\n\n${programHint}`,
  );
  return usageExitCode;
}

async function runCommand(command: Command, args: string[]): Promise<number> {
  const values = readOptions(command.options, args);
  if (values.help !== true) return command.run(values);
  console.log(commandUsage(command));
  return 0;
}

function readOptions(options: CommandOptions, args: string[]): CommandValues {
  const known = Object.fromEntries(Object.entries(options).map(([name, { help, value, ...option }]) => [name, option]));
  const config: ParseArgsConfig = { args, options: { ...known, help: { type: "boolean", short: "h" } }, strict: true };
  try {
    return parseArgs(config).values;
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function explain(command: Command, error: unknown): number {
  const message = escapeText(messageOf(error));
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${message}\n\n${commandHint(command)}` : `pulumi-platform ${command.name}: ${message}`);
  return isUsage ? (command.usageExitCode ?? usageExitCode) : (command.failureExitCode?.(error) ?? 1);
}

// The compiled file lies one level deeper than its source, so package.json is looked for upwards.
function version(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const text = readIfThere(join(folder, "package.json"));
    if (text !== undefined) return String((JSON.parse(text) as { version: string }).version);
  }
  return "unknown";
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
