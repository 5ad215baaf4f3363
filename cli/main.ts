import { escapeText, messageOf } from "../provider/cliFacade";
import { npmName, version } from "../provider/packageNames.js";
import { doctor } from "./doctor/doctor";
import { drift } from "./drift/drift";
import { exec } from "./exec/exec";
import { importCommand } from "./import/import";
import { keys } from "./keys/keys";
import { orphans } from "./orphans/orphans";
import { handleOutputErrors } from "./output";
import { type CliCommand, createProgram, isHelpOrVersion, usageProblem } from "./program";
import { serve } from "./serve/serve";

/** Runs a command line. Returns the exit code: 1 error, 2 usage error, others by command. */
export async function main(args: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => [args[0], args.slice(0, 2).join(" ")].includes(name));
  let exitCode = 0;
  const program = createProgram(commands, version, async (called, values, operands) => {
    exitCode = await called.run(values, operands);
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return isHelpOrVersion(error) ? 0 : explain(error, command);
  }
}

function explain(error: unknown, command?: CliCommand): number {
  const mistake = usageProblem(error);
  const call = [npmName, ...(command ? [command.name] : [])].join(" ");
  if (mistake === undefined) {
    console.error(`${call}: ${escapeText(messageOf(error))}`);
    return command?.failureExitCode?.(error) ?? 1;
  }
  // Not the whole help, which would push the message off the screen.
  console.error(`${escapeText(mistake)}\n\nTo see ${command ? "its options" : "the commands"}: ${call} --help`);
  return 2;
}

/** All subcommands. */
export const commands: readonly CliCommand[] = [serve, drift, orphans, doctor, importCommand, exec, ...keys];

/** Runs the command line as this process. */
export async function runProgram(args: readonly string[]): Promise<void> {
  handleOutputErrors(process.stdout);
  // An error of stderr cannot be reported.
  process.stderr.on("error", () => {});
  // The code if the process ends before the command.
  process.exitCode = 1;
  process.exitCode = await main(args);
}
