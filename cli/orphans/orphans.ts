import type { Principal } from "../../provider/cliFacade";
import {
  jsonOption,
  ownerIdOption,
  platformOptions,
  principalOptions,
  principalsGiven,
  stackOptions,
} from "../options";
import { refuseSamePlace, writeReport } from "../output";
import { type CliCommand, option, repeated } from "../program";
import { projectFolder } from "../pulumiProject";
import { failureExitCode } from "../session";
import { terminalLine } from "../terminal";
import { maskedTexts, oneLine } from "../words";
import { type Found, findOrphans, type Result } from "./findOrphans";
import { reportText, unsearchedWords } from "./report";
import { type StackPlatform, stackPlatforms } from "./stackPlatforms";
import { type OrphansValues, readStates, stackName, stacksHolding } from "./states";

const options = [
  ...stackOptions,
  option(
    "--state <file>",
    "What `pulumi stack export` printed, - for stdin, in place of the stack's own state or, with --stack, beside it; may be repeated",
    repeated(),
  ),
  option(
    "--made-by <project/stack>",
    "Look also for what a stack of this name made, such as this one before it was renamed; may be repeated",
    repeated(stackName),
  ),
  ...platformOptions,
  ownerIdOption,
  ...principalOptions(),
  jsonOption(),
];

const noOtherStates = { byUid: new Map<string, string>(), isComplete: true };

async function search(
  platforms: readonly StackPlatform[],
  { folder, principals }: { readonly folder: string | undefined; readonly principals: readonly Principal[] },
): Promise<Result> {
  const line = terminalLine();
  const notifyAbove = (text: string) => {
    line.clear();
    notify(text);
  };
  const show = (text: string) => line.show(oneLine(text));
  const heldBy = async (uids: readonly string[]) =>
    folder === undefined ? noOtherStates : stacksHolding(uids, folder, notifyAbove);
  try {
    return await findOrphans(platforms, { principals, deletesSpent: true, notify: notifyAbove, show, heldBy });
  } finally {
    line.clear();
  }
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

const notify = (text: string) => console.error(`note: ${oneLine(text)}`);

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
    const states = await readStates(values, notify);
    const folder = projectFolder(values.cwd ?? process.cwd());
    // Pending requests keep the process alive.
    const ending = new AbortController();
    try {
      const platforms = await stackPlatforms(values, states, { notify, signal: ending.signal });
      return report(await search(platforms, { folder, principals: principalsGiven(values) }), values);
    } finally {
      ending.abort();
    }
  },
  failureExitCode,
};
