import { durationSeconds } from "../../provider/adapters/dynamic/durations";
import { jsonOption, type StackValues, stackOptions } from "../options";
import { refuseSamePlace } from "../output";
import { oneOf, option, repeated, UsageError, wholeNumber } from "../program";
import { findingKindNames } from "./findingKinds";
import { type ReportFiles, reportFileOptions } from "./formats/files";
import { type IgnoreRule, ignoreRule } from "./ignoring";
import { type ExitCodeStyle, exitCodeStyles, failOn } from "./outcome";

/** The options of `drift`. */
export const driftOptions = [
  ...stackOptions,
  option(
    "--only <pattern>",
    "Look at these resources only: name, type or URN, * for anything; may be repeated",
    repeated(),
  ),
  option(
    "--ignore <rule>",
    'Accept a difference for a while: "[<pattern>#]<JSON pointer> until <YYYY-MM-DD> because <reason>"; may be repeated',
    repeated(ignoreRule),
  ),
  option(
    "--fail-on <kinds>",
    `What counts as drift, separated by commas (all but retired): ${findingKindNames.join(", ")}`,
    repeated(),
  ),
  option("--expiring-within <time>", "Report keys that expire within this time, such as 14d", seconds),
  option("--skip-orphans", "Do not look for objects of the stack that its state does not hold"),
  option(
    "--run-program",
    "Run the program first, so that providers get the settings that it has now and not those of the state",
  ),
  option("--parallel <n>", "How many resources the engine reads at the same time", wholeNumber(10_000, 1)),
  option("--fix", "Set back what drifted with pulumi up --refresh, and look again"),
  option(
    `--exit-code <${exitCodeStyles.join("|")}>`,
    "pulumi (0 clean, 7 drift, 1 error, 3 not authorized, 2 usage error), or terraform (0, 2, 1, 1, 1)",
    oneOf(exitCodeStyles),
  ),
  jsonOption("the report (schemas/drift-report.v1.json)"),
  ...reportFileOptions,
];

/** Values of `driftOptions`. */
export interface DriftValues extends StackValues, ReportFiles {
  readonly only?: string[];
  readonly ignore?: IgnoreRule[];
  readonly failOn?: string[];
  readonly expiringWithin?: number;
  readonly skipOrphans?: boolean;
  readonly runProgram?: boolean;
  readonly parallel?: number;
  readonly fix?: boolean;
  readonly exitCode?: ExitCodeStyle;
}

/** A run of `drift`. */
export type DriftRequest = ReturnType<typeof driftRequest>;

/** Applies the defaults; throws a UsageError for options that exclude each other. */
export function driftRequest(values: DriftValues) {
  refuseSamePlace([values.json, values.junit, values.markdown]);
  return {
    cwd: values.cwd ?? process.cwd(),
    stack: values.stack,
    only: values.only ?? [],
    ignoring: values.ignore ?? [],
    failOn: failOn(values.failOn ?? []),
    expiringWithinSeconds: values.expiringWithin ?? 0,
    orphans: !values.skipOrphans,
    runProgram: values.runProgram === true,
    parallel: values.parallel,
    fix: values.fix === true,
  };
}

function seconds(text: string): number {
  const isDuration = /^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text);
  if (!isDuration) throw new UsageError(`--expiring-within must be a time such as 14d, 36h or 90m, not "${text}"`);
  return durationSeconds(text) ?? 0;
}
