import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Command, CommanderError, Option } from "commander";
import { npmName } from "../provider/packageNames.js";

/** A subcommand. */
export interface CliCommand<Values = unknown> {
  /** One word, or two: that of a group and its own. */
  readonly name: string;
  /** What the commands of its group do. */
  readonly group?: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** What follows the options, such as `<command...>`. */
  readonly argument?: { readonly flags: string; readonly help: string };
  /** Meaning of each exit code. 2 is a usage error. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** Exit code of another error; 1 by default. */
  failureExitCode?(error: unknown): number;
  /** Returns the exit code. `values` has the options in camel case. */
  run(values: Values, operands: readonly string[]): Promise<number>;
}

/** An invalid call. */
export class UsageError extends Error {}

type Parse = (text: string, name: string, previous?: unknown) => unknown;

/** An option with a non-empty value. `parse` throws a UsageError for an invalid one. */
export function option(flags: string, help: string, parse: Parse = (text) => text): Option {
  const made = new Option(flags, help);
  const name = `--${made.name()}`;
  if (made.isBoolean()) return made;
  return made.argParser((text, previous) => {
    if (text.trim() === "") throw new UsageError(`${name} must not be empty`);
    return parse(text, name, previous);
  });
}

/** Collects the values of a repeated option. */
export const repeated =
  (parse: Parse = (text) => text): Parse =>
  (text, name, previous) => [...((previous as unknown[] | undefined) ?? []), parse(text, name)];

/** A whole number in a range. */
export const wholeNumber =
  (max: number, min = 0): Parse =>
  (text, name) => {
    if (/^\d+$/.test(text) && Number(text) <= max && Number(text) >= min) return Number(text);
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  };

/** One of some words. */
export const oneOf =
  (words: readonly string[]): Parse =>
  (text, name) => {
    if (words.includes(text)) return text;
    throw new UsageError(`${name} must be one of ${words.join(", ")}, not "${text}"`);
  };

/** An existing folder. */
export const existingFolder: Parse = (text, name) => {
  const folder = resolve(text);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new UsageError(`${name}: there is no folder ${folder}`);
};

/** Exit codes with their meanings, in order. */
export const exitCodeRows = ({ exitCodes }: CliCommand): [string, string][] =>
  Object.entries({ ...exitCodes, 2: "usage error" });

/** The program. `run` receives the called command. */
export function createProgram(
  commands: readonly CliCommand[],
  version: string,
  run: (command: CliCommand, values: unknown, operands: readonly string[]) => Promise<void>,
): Command {
  const program = new Command(npmName)
    .version(version, "--version", "Show the version")
    .helpOption("-h, --help", helpOfProgram)
    .helpCommand("help [command]", helpOfProgram)
    .configureHelp({ optionDescription: ({ description }) => description })
    .configureOutput({ writeOut: (text) => console.log(text.trimEnd()), writeErr: () => {} })
    .enablePositionalOptions()
    .exitOverride();
  for (const each of commands) {
    const command = parentOf(program, each)
      .command(lastWord(each))
      .description(each.summary)
      .helpOption("-h, --help", helpOfHelp);
    for (const option of each.options) command.addOption(option);
    const codes = exitCodeRows(each).map(([code, meaning]) => `  ${code}  ${meaning}`);
    if (each.argument) command.argument(each.argument.flags, each.argument.help);
    // Options behind the words of another program are its own, also without --.
    if (each.argument?.flags.includes("...")) command.passThroughOptions();
    command.addHelpText("after", `\nExit codes:\n${codes.join("\n")}`);
    command.action(() => run(each, command.opts(), command.args));
  }
  return program;
}

const lastWord = ({ name }: CliCommand): string => name.replace(/^.* /, "");

/** The program, or the group of a command, made for the first of its commands. */
function parentOf(program: Command, { name, group }: CliCommand): Command {
  if (group === undefined) return program;
  const word = name.replace(/ .*$/, "");
  const made = program.commands.find((each) => each.name() === word);
  return made ?? program.command(word).description(group).helpOption("-h, --help", helpOfHelp).helpCommand(false);
}

const helpOfProgram = "Show the commands, or the options of one";
const helpOfHelp = "Show the options and exit codes";

/** Options of a command with their descriptions. */
export const optionRows = ({ argument, options }: CliCommand): [string, string][] => [
  ...(argument ? [[argument.flags, argument.help] as [string, string]] : []),
  ...options.map(({ flags, description }): [string, string] => [flags, description]),
  ["-h, --help", helpOfHelp],
];

/** Whether help or the version was shown. */
export const isHelpOrVersion = (error: unknown): boolean => error instanceof CommanderError && error.exitCode === 0;

/** Message of a usage error; undefined for other errors. */
export function usageProblem(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof CommanderError)) return undefined;
  return error.code === "commander.help" ? "No command given" : error.message.replace(/^error: /, "");
}
