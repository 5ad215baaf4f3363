// The frame of every script.
import { Failure } from "./failure.js";
import { cacheFolder } from "./paths.js";
import { endTogether } from "./processes.js";

/**
 * Runs a script's main function: Ctrl-C ends its children, and a failure is told without a stack.
 * @param main yields the exit code
 */
export async function runMain(main: () => Promise<number | undefined>) {
  endTogether();
  try {
    process.exitCode = Number((await main()) ?? 0);
  } catch (error) {
    console.error(explained(error));
    // Not process.exitCode: a build that still runs would go on for minutes.
    process.exit(1);
  }
}

/** A failure's message, or an error with its stack. */
function explained(error: unknown) {
  if (error instanceof Failure) return `\n${error.message}`;
  const { path: file, message } = error as NodeJS.ErrnoException;
  if (!file?.startsWith(cacheFolder())) return error;
  return `\nThe cache cannot be written: ${message}.\nSet VCLUSTER_PLATFORM_CACHE to a folder with 5 GB of space.`;
}
