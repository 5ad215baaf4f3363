import type { Command } from "./command";
import { exitCodeOf } from "./drift/exitCode";
import { textReport } from "./drift/formats/text";
import { driftOptions, readOptions } from "./drift/readOptions";
import { writeReports } from "./drift/reportFiles";
import { runDrift } from "./drift/runDrift";
import { isColourful } from "./isColourful";
import { oneLine } from "./orphans/oneLine";
import { isStdout } from "./stdout";

/** `pulumi-platform drift`: compares a stack with the platform, read-only, and reports what differs. */
export const drift: Command = {
  name: "drift",
  summary: "Report what differs between a stack and the platform, with who changed it and when; change nothing",
  options: driftOptions,
  exitCodes: {
    0: "clean: everything was read, and nothing of what fails a run was found",
    1: "something could not be read, or the command failed",
    3: "not authorised: the platform refused the access key, there is none, or Pulumi's backend refused the login",
    7: "drift",
  },
  // 2 is what terraform means by drift.
  usageExitCode: 1,
  run: async (values) => {
    const request = readOptions(values);
    const { report, unopened } = await runDrift(request);
    const unwritten = writeReports(report, request.files);
    const isForPeople = unopened === undefined && !request.files.some(({ file }) => isStdout(file));
    if (isForPeople) process.stdout.write(textReport(report, { color: isColourful(request.color) }));
    // What a backend quotes may hold more lines, and orders to a terminal.
    const problems = [...(unopened === undefined ? [] : [oneLine(unopened)]), ...unwritten];
    for (const problem of problems) console.error(`pulumi-platform drift: ${problem}`);
    return unwritten.length > 0 ? 1 : exitCodeOf(report.outcome, request.exitCodeStyle);
  },
};
