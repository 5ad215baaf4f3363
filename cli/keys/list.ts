import {
  jsonOption,
  ownerIdOption,
  platformOptions,
  principalOptions,
  principalsGiven,
  stackOptions,
  stateOption,
} from "../options";
import { type OrphansValues, withPlatforms } from "../orphans/states";
import { refuseSamePlace, writeReport } from "../output";
import type { CliCommand } from "../program";
import { failureExitCode } from "../session";
import { alignedLines, maskedTexts, oneLine, shortLine } from "../words";
import { keysOn, type StackKey } from "./stackKeys";

/** The command `keys list`. */
export const list: CliCommand<OrphansValues> = {
  name: "keys list",
  summary: "List the access keys of a stack: whether they work, until when, when they were used, what replaced them",
  options: [...stackOptions, stateOption, ...platformOptions, ownerIdOption, ...principalOptions(), jsonOption()],
  exitCodes: {
    0: "every key of the state was read",
    1: "a key could not be read",
    3: "not authorized: the platform refused the access key, or there is none",
  },
  run: async (values) => {
    refuseSamePlace([values.json], [...(values.state ?? []), values.certificateAuthority]);
    return withPlatforms(values, async (platforms) => {
      const found = await Promise.all(platforms.map((platform) => keysOn(platform, principalsGiven(values))));
      // Two addresses may be of one platform.
      const keys = [...new Map(found.flatMap((each) => each.keys).map((key) => [key.uid ?? key, key])).values()];
      const report = { keys, unseen: [...new Set(found.flatMap((each) => each.unseen))] };
      writeReport(
        values.json,
        () => reportText(report),
        () => maskedTexts(report),
      );
      const errors = found.flatMap((each) => each.errors);
      if (errors.length > 0) throw listError(errors);
      return 0;
    });
  },
  failureExitCode,
};

/** The longest name of Kubernetes: `keys disable` needs the whole name. */
const maxCellLength = 253;

interface Report {
  readonly keys: readonly StackKey[];
  readonly unseen: readonly string[];
}

function reportText({ keys, unseen }: Report): string {
  const rows = keys.map((key) => row(key).map((cell) => shortLine(cell, maxCellLength)));
  const table = keys.length > 0 ? alignedLines([header, ...rows]) : ["No access key of this stack was found."];
  return `${[...table, ...unseen.map(oneLine)].join("\n")}\n`;
}

const header = ["KEY", "STATUS", "END", "LAST USED", "ACTS FOR", "RESOURCE", "REPLACED BY", "PLATFORM"];

const row = ({ name, status, expiresAt, lastActivity, actsFor, resource, replacedBy, platform }: StackKey): string[] =>
  [name, status, expiresAt, lastActivity, actsFor, resource, replacedBy, platform].map((cell) => cell ?? "-");

function listError(errors: readonly unknown[]): Error {
  const cause = errors.find((error) => failureExitCode(error) === 3);
  const texts = new Set(errors.map((error) => (error instanceof Error ? error.message : String(error))));
  return new Error([...texts].join("\n"), { cause });
}
