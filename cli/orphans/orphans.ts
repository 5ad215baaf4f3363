import type { Session } from "../../provider/engine/session";
import type { Principal } from "../../provider/objects/principals";
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
import { failureExitCode, sessionOf, withSession } from "../session";
import { terminalLine } from "../terminal";
import { maskedTexts, oneLine } from "../words";
import type { KnownObjects } from "./knownObjects";
import { reportText } from "./report";
import { type Found, findOrphans } from "./search";
import { type OrphansValues, readStates, readsStack, stackName, stacksHolding } from "./states";

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

async function foundBy(
  session: Session,
  states: KnownObjects,
  { folder, principals }: { readonly folder: string | undefined; readonly principals: readonly Principal[] },
): Promise<Found> {
  const line = terminalLine();
  const notifyAbove = (text: string) => {
    line.clear();
    notify(text);
  };
  const show = (text: string) => line.show(oneLine(text));
  const heldBy = async (uids: readonly string[]) =>
    folder === undefined ? noOtherStates : stacksHolding(uids, folder, notifyAbove);
  try {
    return await findOrphans(session, states, { principals, notify: notifyAbove, show, heldBy });
  } finally {
    line.clear();
  }
}

const notify = (text: string) => console.error(`note: ${oneLine(text)}`);

/** The command `orphans`. */
export const orphans: CliCommand<OrphansValues> = {
  name: "orphans",
  summary: "Name objects that a stack made and no state knows: what a killed pulumi up left behind",
  options,
  exitCodes: {
    0: "no orphans",
    1: "could not find out, for example because the key may not read a kind",
    3: "not authorized: the platform refused the access key, or there is none",
    7: "there are orphans",
  },
  run: async (values) => {
    refuseSamePlace([values.json], [...(values.state ?? []), values.certificateAuthority]);
    const states = await readStates(values);
    const folder = projectFolder(values.cwd ?? process.cwd());
    const session = sessionOf(values, notify, readsStack(values));
    const found = await withSession(session, (opened) =>
      foundBy(opened, states, { folder, principals: principalsGiven(values) }),
    );
    writeReport(
      values.json,
      () => reportText(found),
      // The keys of a later user may have shown more secrets.
      () => maskedTexts(found),
    );
    return found.orphans.length > 0 ? 7 : 0;
  },
  failureExitCode,
};
