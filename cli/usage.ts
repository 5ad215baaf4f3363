import type { Command, CommandOptions } from "./command";

const program = "pulumi-platform";

/** The help page of the program. */
export function programUsage(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  const flags: [string, string][] = [
    ["--help", "Show this, or the options of a command"],
    ["--version", "Show the version"],
  ];
  return `Usage: ${program} <command> [options]\n\nCommands:\n${table(rows)}\n\nOptions:\n${table(flags)}\n`;
}

/** The help page of one command. */
export function commandUsage({ name, summary, options }: Command): string {
  return `Usage: ${program} ${name} [options]\n\n${summary}\n\nOptions:\n${table(optionRows(options))}\n`;
}

function optionRows(options: CommandOptions): [string, string][] {
  const rows = Object.entries(options).map(([name, { value, help }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    help,
  ]);
  return [...rows, ["--help", "Show this"]];
}

function table(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
