import { isDefaultProvider, omitBy, ownerOf } from "../../provider/cliFacade";
import {
  allKindsOption,
  jsonOption,
  ownerIdOption,
  platformOptions,
  principalOptions,
  principalsGiven,
  stackOptions,
} from "../options";
import { refuseSamePlace, writeReport } from "../output";
import { Platforms, type StackPlatform, stackPlatform, stackPlatforms } from "../platforms";
import { type CliCommand, option, repeated } from "../program";
import { projectFolder } from "../pulumiProject";
import { explicitSettings, failureExitCode, resolvedSettings } from "../session";
import { terminalLine } from "../terminal";
import { maskedTexts, oneLine } from "../words";
import { type Found, findOrphans, type Result } from "./findOrphans";
import { reportText, unsearchedWords } from "./report";
import { type OrphansValues, readStates, readsStack, type States, stackName, stacksHolding } from "./states";

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
  allKindsOption,
  ...principalOptions(),
  jsonOption(),
];

/** The platforms of the states' providers, or else the configured one. */
async function platformsOf(
  values: OrphansValues,
  { own, known, ...state }: States,
  signal: AbortSignal,
): Promise<StackPlatform[]> {
  const stack = await resolvedSettings(values, notify, readsStack(values));
  // A provider's key is for its own address.
  const overrides = omitBy({ ...explicitSettings(values), baseUrl: undefined }, (value) => value === undefined);
  const isOwn = (urn: string) => ownerOf(urn).project === own?.project && ownerOf(urn).stack === own.stack;
  const isConfigured = (urn: string) => isDefaultProvider(urn) && isOwn(urn);
  const platforms = new Platforms(state, { stack, overrides, isConfigured, signal });
  return values.baseUrl === undefined
    ? stackPlatforms(platforms, known)
    : [stackPlatform(platforms, known, [platforms.ofStack()])];
}

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
    // Pending requests keep the process alive.
    const ending = new AbortController();
    try {
      return report(await search(await platformsOf(values, states, ending.signal), values), values);
    } finally {
      ending.abort();
    }
  },
  failureExitCode,
};
