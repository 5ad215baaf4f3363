import { isUnauthorized } from "../provider/api/errors";
import type { Session } from "../provider/session";
import type { Command, CommandOptions } from "./command";
import { connectionOptions } from "./connectionOptions";
import { exitCodeOf } from "./drift/exitCode";
import { type Found, findOrphans } from "./orphans/findOrphans";
import type { KnownObjects } from "./orphans/knownObjects";
import { oneLine } from "./orphans/oneLine";
import { readStates } from "./orphans/readStates";
import { reportJson, reportText } from "./orphans/report";
import { AccessKeyError, sessionOf } from "./orphans/sessionOf";
import { stacksHolding } from "./orphans/stacksHolding";
import { projectFolder } from "./projectFolder";
import { terminalLineOn } from "./terminalLineOn";
import { textsValue, textValue } from "./values";

const options: CommandOptions = {
  state: {
    type: "string",
    multiple: true,
    value: "file",
    help: "What `pulumi stack export` printed; - reads it from stdin; may be repeated",
  },
  stack: {
    type: "string",
    multiple: true,
    value: "project/stack",
    help: "Look for this stack's objects too, where its state is empty or had another name; may be repeated",
  },
  cwd: {
    type: "string",
    value: "folder",
    help: "Folder of the Pulumi project whose other stacks may hold the objects (the current one)",
  },
  ...connectionOptions(),
  json: { type: "boolean", help: "Print one line of JSON instead of text" },
};

async function foundBy(session: Session, states: KnownObjects, folder: string | undefined): Promise<Found> {
  const line = terminalLineOn(process.stderr);
  const tell = (text: string) => {
    line.clear();
    console.error(`note: ${oneLine(text)}`);
  };
  const show = (text: string) => line.show(oneLine(text));
  const heldBy = async (uids: readonly string[]) =>
    folder === undefined ? new Map<string, string>() : stacksHolding(uids, folder, tell);
  try {
    return await findOrphans(session, states, { tell, show, heldBy });
  } finally {
    line.clear();
  }
}

// A pipeline that knows what drift ends with knows what this ends with.
const exitCode = (outcome: Parameters<typeof exitCodeOf>[0]) => exitCodeOf(outcome, "pulumi");

/** `pulumi-platform orphans`: names objects that a stack made and no state knows, and changes nothing. */
export const orphans: Command = {
  name: "orphans",
  summary: "Name objects that a stack made and no state knows: what a killed pulumi up left behind",
  options,
  exitCodes: {
    0: "no orphans",
    1: "could not find out, for example because the key may not list a kind",
    3: "not authorised: the platform refused the access key, or there is none",
    7: "there are orphans",
  },
  run: async (values) => {
    const states = readStates(textsValue(values, "state"), textsValue(values, "stack"));
    const folder = projectFolder(textValue(values, "cwd") ?? process.cwd());
    const found = await foundBy(sessionOf(values), states, folder);
    process.stdout.write(values.json === true ? reportJson(found) : reportText(found));
    return exitCode(found.orphans.length > 0 ? "drift" : "clean");
  },
  failureExitCode: (error) =>
    exitCode(isUnauthorized(error) || error instanceof AccessKeyError ? "unauthorised" : "error"),
};
