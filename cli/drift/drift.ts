import { messageOf } from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";
import { isStdout, jsonText, refuseSamePlace, writeOutput } from "../output";
import type { CliCommand } from "../program";
import { isColorful } from "../terminal";
import { oneLine } from "../words";
import { junitReport } from "./formats/junit";
import { markdownReport } from "./formats/markdown";
import { textReport } from "./formats/text";
import { type DriftValues, driftOptions } from "./options";
import { exitCodes } from "./outcome";
import type { Report } from "./report";
import { runDrift } from "./run";

/** The command `drift`. */
export const drift: CliCommand<DriftValues> = {
  name: "drift",
  summary: "Report what differs between a stack and the platform, with who changed it and when; change nothing",
  options: driftOptions,
  exitCodes: {
    0: "clean: everything was read, and nothing of what fails a run was found",
    1: "something could not be read, or the command failed",
    3: "not authorized: the platform refused the access key, there is none, or Pulumi's backend refused the login",
    7: "drift",
  },
  run: async (values) => {
    refuseSamePlace([values.json, values.junit, values.markdown]);
    const { report, unopened } = await runDrift(values);
    const unwritten = writeReports(report, values);
    const isForPeople = unopened === undefined && ![values.json, values.junit, values.markdown].some(isStdout);
    if (isForPeople) process.stdout.write(textReport(report, { color: isColorful() }));
    // Messages of a backend may contain control characters.
    const problems = [...(unopened === undefined ? [] : [oneLine(unopened)]), ...unwritten];
    for (const problem of problems) console.error(`${npmName} drift: ${problem}`);
    return unwritten.length > 0 ? 1 : exitCodes[report.outcome];
  },
};

/** Writes the report files, and returns the errors. */
function writeReports(report: Report, { json, junit, markdown }: DriftValues): string[] {
  const outputs = [
    [json, jsonReport],
    [junit, junitReport],
    [markdown, markdownReport],
  ] as const;
  return outputs.flatMap(([file, format]) => {
    try {
      if (file !== undefined) writeOutput(format(report), file);
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
}

/** The report as JSON of the published schema. */
export const jsonReport = (report: Report): string => jsonText(report, 2);
