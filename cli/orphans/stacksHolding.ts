import * as z from "zod";
import { type Asking, askPulumi, PulumiFailure } from "../doctor/stack/askPulumi";
import { concurrently } from "../drift/looking/concurrently";
import { type ExportedState, jsonOf, readExportedState } from "../state/exportedState";

/** Which stack holds an object, by the object's uid. */
export type Holders = ReadonlyMap<string, string>;

const stacks = z.array(z.object({ name: z.string() }));

/** A state of thousands of resources takes its time. */
export const stateTimeoutMs = 60_000;

/**
 * Looks for objects in the states of all stacks of the project in a folder, in the backend that Pulumi uses there: after
 * pulumi stack rename or pulumi state move another stack holds what has this one's label. Tells of states that cannot be read.
 */
export async function stacksHolding(
  uids: readonly string[],
  folder: string,
  tell: (note: string) => void,
): Promise<Holders> {
  if (uids.length === 0) return new Map();
  const asking: Asking = { cwd: folder, env: process.env, timeoutMs: stateTimeoutMs };
  const names = (await readOrTell("The list of the project's stacks", tell, () => stackNames(asking))) ?? [];
  const found = await concurrently(names, async (name) => {
    const state = await readOrTell(`The state of the stack ${name}`, tell, () => exportedState(name, asking));
    return (state?.resources ?? []).map(({ outputs }): [unknown, string] => [outputs?.uid, name]);
  });
  const wanted = new Set<unknown>(uids);
  return new Map(found.flat().filter((each): each is [string, string] => wanted.has(each[0])));
}

async function readOrTell<Result>(
  what: string,
  tell: (note: string) => void,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PulumiFailure)) throw error;
    tell(`${what} could not be read, so an object that is named here may belong to another stack: ${error.message}`);
    return undefined;
  }
}

async function stackNames(asking: Asking): Promise<string[]> {
  const printed = stacks.safeParse(jsonOf(await askPulumi(["stack", "ls", "--json"], asking)));
  if (!printed.success) throw new PulumiFailure("pulumi stack ls printed no list of stacks");
  return printed.data.map(({ name }) => name);
}

/** The state of a stack, without its secrets in clear text. */
export async function exportedState(name: string, asking: Asking): Promise<ExportedState> {
  const state = readExportedState(jsonOf(await askPulumi(["stack", "export", "--stack", name], asking)));
  if (!state) throw new PulumiFailure("pulumi stack export printed no state");
  return state;
}
