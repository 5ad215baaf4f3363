import { jsonText, writeOutput } from "../../output";
import { option } from "../../program";
import type { Report } from "../report";
import { junitReport } from "./junit";
import { markdownReport } from "./markdown";

/** The report as JSON of the published schema. */
export const jsonReport = (report: Report): string => jsonText(report, 2);

/** Options of the other formats. */
export const reportFileOptions = [
  option("--junit [file]", "The same as JUnit XML, for the test tabs of pipelines").preset("-"),
  option("--markdown [file]", "The same as Markdown, for a job summary").preset("-"),
];

/** Report files by format. */
export interface ReportFiles {
  readonly json?: string;
  readonly junit?: string;
  readonly markdown?: string;
}

/** Writes the report files, and returns the errors. */
export function writeReports(report: Report, { json, junit, markdown }: ReportFiles): string[] {
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
      return [(error as Error).message];
    }
  });
}
