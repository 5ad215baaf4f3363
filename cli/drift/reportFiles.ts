import { writeFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import { type CommandOptions, type CommandValues, UsageError } from "../command";
import { isSameOutput, isStdout } from "../stdout";
import { textValue } from "../values";
import { jsonReport } from "./formats/json";
import { junitReport } from "./formats/junit";
import { markdownReport } from "./formats/markdown";
import type { Report } from "./report";

const formats = {
  json: { write: jsonReport, help: "Write the report as JSON (schemas/drift-report.v1.json)" },
  junit: { write: junitReport, help: "Write it as JUnit XML, for the test tabs of pipelines" },
  markdown: { write: markdownReport, help: "Write it as Markdown, for a job summary" },
} as const;

type Format = keyof typeof formats;

const names = Object.keys(formats) as Format[];

/** An option for each format that a report can be written in. */
export const reportFileOptions: CommandOptions = Object.fromEntries(
  names.map((name) => [name, { type: "string", value: "file", help: `${formats[name].help}; - is stdout` }]),
);

/** A file to write the report into. */
export interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

/** The files that were asked for. */
export function reportFiles(values: CommandValues): ReportFile[] {
  const files = names.flatMap((format) => {
    const file = textValue(values, format);
    return file === undefined ? [] : [{ format, file }];
  });
  const twice = files.find(({ file }, index) => files.findIndex((each) => isSameOutput(each.file, file)) < index);
  if (twice)
    throw new UsageError(`Only one report can be written to ${isStdout(twice.file) ? "stdout (-)" : twice.file}`);
  return files;
}

/** Writes a report into each file, also when one of them cannot be written; gives what went wrong, a sentence each. */
export function writeReports(report: Report, files: readonly ReportFile[]): string[] {
  return files.flatMap(({ format, file }) => {
    try {
      write(formats[format].write(report), file);
      return [];
    } catch (error) {
      return [fileProblem("write", "report", file, error)];
    }
  });
}

function write(text: string, file: string): void {
  if (isStdout(file)) process.stdout.write(text);
  else writeFileSync(file, text);
}
