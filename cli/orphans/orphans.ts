import {
  allKindsOption,
  jsonOption,
  ownerIdOption,
  platformOptions,
  principalOptions,
  principalsGiven,
  stackOptions,
  stateOption,
} from "../options";
import { refuseSamePlace, writeReport } from "../output";
import type { StackPlatform } from "../platforms";
import { type CliCommand, option, repeated } from "../program";
import { projectFolder } from "../pulumiProject";
import { failureExitCode } from "../session";
import { terminalLine } from "../terminal";
import { maskedTexts, notify, oneLine } from "../words";
import { type Found, findOrphans, type Result } from "./findOrphans";
import { reportText, unsearchedWords } from "./report";
import { type OrphansValues, stackName, stacksHolding, withPlatforms } from "./states";

const options = [
  ...stackOptions,
  stateOption,
  option(
    "--made-by <project/stack>",
    "Look also for what a stack of this name made, such as this one before it was renamed; may be repeated",
    repeated(stackName),
  ),
  ...platformOptions,
  ownerIdOption,
  allKindsOption,
  ...principalOptions(),
  jsonOption(),
];

async function search(platforms: readonly StackPlatform[], values: OrphansValues): Promise<Result> {
  const line = terminalLine();
  const notifyAbove = (text: string) => {
    line.clear();
    notify(text);
  };
  const show = (text: string) => line.show(oneLine(text));
  const heldBy = stacksHolding(projectFolder(values.cwd ?? process.cwd()), notifyAbove);
  const { allKinds } = values;
  const options = { principals: principalsGiven(values), allKinds, notify: notifyAbove, show, heldBy };
  return findOrphans(platforms, options).finally(line.clear);
}

/**
 * Reports what was found, and throws if a platform could not be searched. Returns the exit code.
 */
function report({ found, errors }: Result, { json }: OrphansValues): number {
  if (found.platforms.length > 0) {
    writeReport(
      json,
      () => reportText(found),
      // The keys of a later user may have shown more secrets.
      () => maskedTexts(found),
    );
  }
  if (errors.length > 0) throw searchError(found, errors);
  return found.orphans.length > 0 ? 7 : 0;
}

function searchError({ platforms, unsearched }: Found, errors: readonly unknown[]): unknown {
  const isOnly = platforms.length === 0 && errors.length === 1;
  if (isOnly && unsearched[0]?.provider === null) return errors[0];
  const cause = errors.find((error) => failureExitCode(error) === 3) ?? errors[0];
  return new Error(unsearched.map(unsearchedWords).join("\n"), { cause });
}

/** The command `orphans`. */
export const orphans: CliCommand<OrphansValues> = {
  name: "orphans",
  summary: "Name objects that a stack made and no state knows: what a killed pulumi up left behind",
  options,
  exitCodes: {
    0: "no orphans",
    1: "a platform could not be searched, for example because the key may not read a kind",
    3: "not authorized: the platform refused the access key, or there is none",
    7: "there are orphans",
  },
  run: async (values) => {
    refuseSamePlace([values.json], [...(values.state ?? []), values.certificateAuthority]);
    return withPlatforms(values, async (platforms) => report(await search(platforms, values), values));
  },
  failureExitCode,
};
