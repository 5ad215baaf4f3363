import { durationSeconds } from "../../provider/faces/duration";
import { colourOption } from "../colourOption";
import { type CommandOptions, type CommandValues, UsageError } from "../command";
import { colourWords } from "../isColourful";
import { numberValue, textsValue, textValue, wordValue } from "../values";
import { type ExitCodeStyle, exitCodeStyles } from "./exitCode";
import { failOn } from "./failOn";
import { type FindingKindName, findingKindNames } from "./findingKinds";
import { type IgnoreRule, ignoreRule } from "./ignoring";
import { type ReportFile, reportFileOptions, reportFiles } from "./reportFiles";

/** The options of `drift`, as parseArgs takes them. */
export const driftOptions: CommandOptions = {
  cwd: { type: "string", value: "folder", help: "Folder of the Pulumi project (the current one)" },
  stack: { type: "string", value: "name", help: "Stack to look at (the selected one); it is not selected by this" },
  only: {
    type: "string",
    multiple: true,
    value: "pattern",
    help: "Look at these resources only: name, type or URN, * for anything; may be repeated",
  },
  ignore: {
    type: "string",
    multiple: true,
    value: "rule",
    help: 'Accept a difference for a while: "[<pattern>#]<JSON pointer> until <YYYY-MM-DD> because <reason>"; may be repeated',
  },
  "fail-on": {
    type: "string",
    multiple: true,
    value: "kinds",
    help: `What counts as drift, separated by commas (all but retired): ${findingKindNames.join(", ")}`,
  },
  "expiring-within": { type: "string", value: "time", help: "Report keys that expire within this time, such as 14d" },
  "skip-orphans": { type: "boolean", help: "Do not look for objects of the stack that its state does not hold" },
  "run-program": {
    type: "boolean",
    help: "Run the program first, so that providers get the settings that it has now and not those of the state",
  },
  parallel: { type: "string", value: "n", help: "How many resources the engine reads at the same time" },
  fix: { type: "boolean", help: "Set back what drifted with pulumi up --refresh, and look again" },
  "exit-code": {
    type: "string",
    value: exitCodeStyles.join("|"),
    help: "pulumi (0 clean, 7 drift, 1 error, 3 not authorised), or terraform (0, 2, 1, 1)",
  },
  color: colourOption,
  ...reportFileOptions,
};

/** What a run of `drift` was asked for. */
export interface DriftRequest {
  readonly cwd: string;
  readonly stack: string | undefined;
  readonly only: readonly string[];
  readonly ignoring: readonly IgnoreRule[];
  readonly failOn: ReadonlySet<FindingKindName>;
  readonly expiringWithinSeconds: number;
  readonly orphans: boolean;
  readonly runProgram: boolean;
  readonly parallel: number | undefined;
  readonly fix: boolean;
  readonly exitCodeStyle: ExitCodeStyle;
  readonly color: (typeof colourWords)[number];
  readonly files: readonly ReportFile[];
}

/** Reads the options; throws a UsageError that says what is wrong with them. */
export function readOptions(values: CommandValues): DriftRequest {
  return {
    cwd: textValue(values, "cwd") ?? process.cwd(),
    stack: textValue(values, "stack"),
    only: textsValue(values, "only"),
    ignoring: textsValue(values, "ignore").map(ignoreRule),
    failOn: failOn(textsValue(values, "fail-on")),
    expiringWithinSeconds: seconds(textValue(values, "expiring-within")),
    orphans: values["skip-orphans"] !== true,
    runProgram: values["run-program"] === true,
    parallel: numberValue(values, "parallel", 10_000, 1),
    fix: values.fix === true,
    exitCodeStyle: wordValue(values, "exit-code", exitCodeStyles),
    color: wordValue(values, "color", colourWords),
    files: reportFiles(values),
  };
}

function seconds(text: string | undefined): number {
  if (text === undefined) return 0;
  const isDuration = /^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text);
  if (!isDuration) throw new UsageError(`--expiring-within must be a time such as 14d, 36h or 90m, not "${text}"`);
  return durationSeconds(text) ?? 0;
}
