import type { Command } from "./command";
import { exitCodeOf } from "./drift/exitCode";
import { textReport } from "./drift/formats/text";
import { driftOptions, readOptions } from "./drift/readOptions";
import { isStdout, writeReports } from "./drift/reportFiles";
import { runDrift } from "./drift/runDrift";
import { isColourful } from "./isColourful";

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
    const report = await runDrift(request);
    const unwritten = writeReports(report, request.files);
    if (!request.files.some(isStdout)) process.stdout.write(textReport(report, { color: isColourful(request.color) }));
    for (const problem of unwritten) console.error(`pulumi-platform drift: ${problem}`);
    return unwritten.length > 0 ? 1 : exitCodeOf(report.outcome, request.exitCodeStyle);
  },
};
