import { escapeText } from "../provider/api/output/escape";
import { npmName, version } from "../provider/identity.js";
import { messageOf } from "../provider/objects/messages/messages";
import { doctor } from "./doctor/doctor";
import { drift } from "./drift/drift";
import { importCommand } from "./import/import";
import { orphans } from "./orphans/orphans";
import { hearOutputErrors } from "./output";
import { type CliCommand, isShown, programOf, usageProblem } from "./program";
import { serve } from "./serve/serve";

/** Runs the command line. Returns the exit code: 0 done, 1 failed, 2 usage error, others by command. */
export async function main(args: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name === args[0]);
  let exitCode = 0;
  const program = programOf(commands, version, async (called, values) => {
    exitCode = await called.run(values);
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return isShown(error) ? 0 : explain(error, args, command);
  }
}

function explain(error: unknown, args: readonly string[], command?: CliCommand): number {
  const mistake = usageProblem(error);
  const call = [npmName, ...(command ? [command.name] : [])].join(" ");
  if (mistake === undefined) {
    console.error(`${call}: ${escapeText(messageOf(error))}`);
    return command?.failureExitCode?.(error) ?? 1;
  }
  // Only where to read on: a whole page of help would push the mistake off the screen.
  console.error(`${escapeText(mistake)}\n\nTo see ${command ? "its options" : "the commands"}: ${call} --help`);
  return command?.usageExitCode?.(args) ?? 2;
}

/** Every subcommand; a new one is one file and one line here. */
export const commands: readonly CliCommand[] = [serve, drift, orphans, doctor, importCommand];

/** Runs the command line as this process, and sets its exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  hearOutputErrors(process.stdout);
  // What cannot be told on stderr can be told nowhere.
  process.stderr.on("error", () => {});
  // Should it end before the command does, that is a failure.
  process.exitCode = 1;
  process.exitCode = await main(args);
}
