import { durationSeconds } from "../../provider/cliFacade";
import {
  allKindsOption,
  jsonOption,
  type PrincipalValues,
  principalOptions,
  type StackValues,
  stackOptions,
} from "../options";
import { option, repeated, UsageError, wholeNumber } from "../program";
import { type FindingKindName, findingKindNames } from "./findingKinds";
import { type IgnoreRule, ignoreRule } from "./ignoring";

/** The options of `drift`. */
export const driftOptions = [
  ...stackOptions,
  option(
    "--only <pattern>",
    "Look at these resources only: name, type or URN, * for anything; may be repeated",
    repeated(),
  ).default([]),
  option(
    "--ignore <rule>",
    'Accept a difference for a while: "[<pattern>#]<JSON pointer> until <YYYY-MM-DD> because <reason>"; may be repeated',
    repeated(ignoreRule),
  ).default([]),
  option(
    "--fail-on <kinds>",
    `What counts as drift, separated by commas (all but retired): ${findingKindNames.join(", ")}`,
    kindsNamed,
  ).default([]),
  option("--expiring-within <time>", "Report keys that expire within this time, such as 14d", seconds).default(0),
  option("--skip-orphans", "Do not look for objects of the stack that its state does not hold"),
  allKindsOption,
  ...principalOptions("Look for orphans also among the keys of this"),
  option(
    "--run-program",
    "Run the program first, so that providers get the settings that it has now and not those of the state",
  ),
  option("--parallel <n>", "How many resources the engine reads at the same time", wholeNumber(10_000, 1)),
  option("--fix", "Set back what drifted with pulumi up --refresh, and look again"),
  jsonOption("the report (schemas/drift-report.v1.json)"),
  option("--junit [file]", "The same as JUnit XML, for the test tabs of pipelines").preset("-"),
  option("--markdown [file]", "The same as Markdown, for a job summary").preset("-"),
];

/** Values of `driftOptions`. */
export interface DriftValues extends StackValues, PrincipalValues {
  readonly only: string[];
  readonly ignore: IgnoreRule[];
  /** Empty for the default. */
  readonly failOn: FindingKindName[];
  /** Seconds. */
  readonly expiringWithin: number;
  readonly skipOrphans?: boolean;
  readonly allKinds?: boolean;
  readonly runProgram?: boolean;
  readonly parallel?: number;
  readonly fix?: boolean;
  readonly json?: string;
  readonly junit?: string;
  readonly markdown?: string;
}

function seconds(text: string): number {
  const isDuration = /^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text);
  if (!isDuration) throw new UsageError(`--expiring-within must be a time such as 14d, 36h or 90m, not "${text}"`);
  return durationSeconds(text) ?? 0;
}

function kindsNamed(text: string, _: string, before: unknown): FindingKindName[] {
  return [...(before as FindingKindName[]), ...text.split(",").map((kind) => kindNamed(kind.trim()))];
}

function kindNamed(given: string): FindingKindName {
  const kind = findingKindNames.find((name) => name === given);
  if (kind) return kind;
  throw new UsageError(`Unknown kind "${given}" in --fail-on. Valid: ${findingKindNames.join(", ")}`);
}
