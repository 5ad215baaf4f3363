import { hearOutputErrors } from "./hearOutputErrors";
import { main } from "./index";

/** Runs the command line as this process, and sets its exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  hearOutputErrors(process.stdout);
  // What cannot be told on stderr can be told nowhere.
  process.stderr.on("error", () => {});
  // Should it end before the command does, that is a failure.
  process.exitCode = 1;
  process.exitCode = await main(args);
}
