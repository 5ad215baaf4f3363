import { type Command, type CommandOptions, usageExitCode } from "./command";

const program = "pulumi-platform";

/** Below a mistake stands where to read on: a whole page would push the mistake off the screen. */
export const programHint = `Usage: ${program} <command> [options]\nTo see the commands: ${program} --help`;

/** The same of a mistake in the call of one command. */
export const commandHint = ({ name }: Command): string =>
  `Usage: ${program} ${name} [options]\nTo see the options: ${program} ${name} --help`;

/** The help page of the program. */
export function programUsage(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  const flags: [string, string][] = [
    ["--help", "Show the commands, or the options of one"],
    ["--version", "Show the version"],
  ];
  return `Usage: ${program} <command> [options]\n\nCommands:\n${table(rows)}\n\nOptions:\n${table(flags)}\n`;
}

/** The help page of one command. */
export function commandUsage(command: Command): string {
  const { name, summary, options } = command;
  const codes = table(exitCodeRows(command));
  return `Usage: ${program} ${name} [options]\n\n${summary}\n\nOptions:\n${table(optionRows(options))}\n\nExit codes:\n${codes}\n`;
}

/** What a command can end with, in the order of the codes; a mistake in the call may share the code of errors. */
export function exitCodeRows({ exitCodes, usageExitCode: own = usageExitCode }: Command): [string, string][] {
  const mistake = "called in a wrong way";
  const words = { ...exitCodes, [own]: exitCodes[own] === undefined ? mistake : `${exitCodes[own]}, or ${mistake}` };
  return Object.entries(words);
}

/** The options of a command with what stands after them, and what they mean. */
export function optionRows(options: CommandOptions): [string, string][] {
  const rows = Object.entries(options).map(([name, { value, help }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    help,
  ]);
  return [...rows, ["--help", "Show the options and exit codes"]];
}

function table(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
