import { readFileSync } from "node:fs";
import * as z from "zod";
import { isDefaultProvider, omitBy, operationSecrets, parseUrn } from "../../provider/cliFacade";
import { concurrently } from "../concurrently";
import type { PlatformValues, PrincipalValues } from "../options";
import { accessFile } from "../output";
import { Platforms, type StackPlatform, stackPlatform, stackPlatforms } from "../platforms";
import { UsageError } from "../program";
import { findStack, outsideProject, PulumiFailure, type PulumiOptions, runPulumi } from "../pulumiProject";
import { explicitSettings, resolvedSettings } from "../session";
import {
  type ExportedResource,
  type ExportedState,
  isEncrypted,
  jsonOf,
  providerType,
  readExportedState,
} from "../state/exportedState";
import { secretsOf } from "../state/ourResource";
import { type Notify, notify } from "../words";
import { KnownObjects, type StackName } from "./knownObjects";
import type { Orphan } from "./orphan";

/** Values of the options of `orphans`. */
export interface OrphansValues extends PlatformValues, PrincipalValues {
  readonly state?: string[];
  readonly madeBy?: StackName[];
  readonly allKinds?: boolean;
  readonly json?: string;
}

/** Whether the stack itself is read. Files alone may be of another platform. */
const readsStack = ({ stack, state = [] }: OrphansValues): boolean => stack !== undefined || state.length === 0;

/** The states of a search. */
interface States extends ExportedState {
  readonly known: KnownObjects;
  /** The stack whose configuration is used. */
  readonly own?: StackName | undefined;
}

/** Reads the states, works on their platforms, and ends all requests. */
export async function withPlatforms<Result>(
  values: OrphansValues,
  work: (platforms: readonly StackPlatform[]) => Promise<Result>,
): Promise<Result> {
  const states = await readStates(values);
  // Pending requests keep the process alive.
  const ending = new AbortController();
  try {
    return await work(await platformsOf(values, states, ending.signal));
  } finally {
    ending.abort();
  }
}

/** The platforms of the states' providers, or else the configured one. */
async function platformsOf(
  values: OrphansValues,
  { own, known, ...state }: States,
  signal: AbortSignal,
): Promise<StackPlatform[]> {
  const stack = await resolvedSettings(values, notify, readsStack(values));
  // A provider's key is for its own address.
  const overrides = omitBy({ ...explicitSettings(values), baseUrl: undefined }, (value) => value === undefined);
  const isOwn = (urn: string) => parseUrn(urn).project === own?.project && parseUrn(urn).stack === own.stack;
  const isConfigured = (urn: string) => isDefaultProvider(urn) && isOwn(urn);
  const platforms = new Platforms(state, { stack, overrides, isConfigured, signal });
  return values.baseUrl === undefined
    ? stackPlatforms(platforms, known)
    : [stackPlatform(platforms, known, [platforms.ofStack()])];
}

/** Reads the state of the named or selected stack, and the given files. */
async function readStates(values: OrphansValues): Promise<States> {
  const { cwd = process.cwd(), state: files = [], madeBy = [] } = values;
  const own = readsStack(values) ? await ownState(values, cwd) : undefined;
  const states = [...(own ? [own.state] : []), ...files.map((file) => parse(file, textOf(file)))];
  const resources = states.flatMap((each) => each.resources);
  const creating = states.flatMap((each) => each.creating);
  const known = new KnownObjects({ resources, creating }, [...(own ? [own.name] : []), ...madeBy]);
  // All secrets of the states are masked from here on.
  operationSecrets(secretsOf({ resources, creating }));
  if (known.stacks.length > 0) return { resources, creating, known, own: own?.name };
  if (files.length === 0) throw new UsageError(`${outsideProject(cwd)}, or give a state: --state <file>`);
  throw new UsageError(
    "The state is empty and names no stack. Name the one that made the objects: --made-by <project/stack>",
  );
}

async function ownState({ stack: given, baseUrl }: OrphansValues, cwd: string) {
  const pulumiOptions = { cwd, env: process.env, timeoutMs: stateTimeoutMs };
  const found = await findStack(given, pulumiOptions);
  if (found === undefined) return undefined;
  const [stack = "", project = ""] = found.fullName.split("/").reverse();
  const encrypted = await exportedState(found.fullName, pulumiOptions);
  const isEnough = baseUrl !== undefined || !encrypted.resources.some(isEncryptedProvider);
  const state = isEnough ? encrypted : await decryptedState(found.fullName, pulumiOptions);
  return { name: { project, stack }, state: state ?? encrypted };
}

const isEncryptedProvider = ({ type, urn, inputs }: ExportedResource): boolean =>
  type === providerType && !isDefaultProvider(urn) && isEncrypted(inputs);

/** The state with secrets in clear text; undefined, with a note, if they cannot be decrypted. */
async function decryptedState(name: string, pulumiOptions: PulumiOptions) {
  try {
    return await exportedState(name, pulumiOptions, ["--show-secrets"]);
  } catch (error) {
    if (!(error instanceof PulumiFailure)) throw error;
    notify(`The secrets of the state could not be decrypted: ${error.message}`);
    return undefined;
  }
}

/** Parses a value of --made-by. */
export function stackName(text: string): StackName {
  const [project, stack, ...more] = text.split("/");
  if (project && stack && more.length === 0) return { project, stack };
  throw new UsageError(`--made-by must be the names of project and stack, such as web/prod, not "${text}"`);
}

function textOf(file: string): string {
  const isStdin = file === "-";
  const bytes = accessFile("read", "state", isStdin ? "on stdin" : file, () => readFileSync(isStdin ? 0 : file));
  return decodedText(bytes);
}

function parse(file: string, text: string): ExportedState {
  const state = readExportedState(jsonOf(text));
  if (state) return state;
  const place = file === "-" ? "stdin" : file;
  throw new Error(`${place} holds no state of a stack. Give what \`pulumi stack export\` printed.`);
}

/**
 * Decodes JSON in UTF-8 or, as Windows PowerShell redirects output, in UTF-16. Without a byte order
 * mark a zero byte tells: JSON begins with an ASCII character.
 */
function decodedText(bytes: Uint8Array): string {
  const isLittleEndian = bytes[0] === 0xff || bytes[1] === 0;
  const isBigEndian = bytes[0] === 0xfe || bytes[0] === 0;
  return new TextDecoder(isLittleEndian ? "utf-16le" : isBigEndian ? "utf-16be" : "utf-8").decode(bytes);
}

const stacks = z.array(z.object({ name: z.string() }));

// Enough for thousands of resources.
const stateTimeoutMs = 60_000;

/** Finds the stacks that hold objects, by the uids of the objects. */
export type FindHolders = (uids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Searches the states of the project's stacks for objects: after pulumi stack rename or
 * pulumi state move another stack holds them. Unreadable states are noted.
 */
export const stacksHolding =
  (folder: string | undefined, notify: Notify): FindHolders =>
  async (uids) => {
    if (uids.length === 0 || folder === undefined) return new Map();
    const pulumiOptions: PulumiOptions = { cwd: folder, env: process.env, timeoutMs: stateTimeoutMs };
    const names = await readOrNotify("The list of the project's stacks", notify, () => stackNames(pulumiOptions));
    const states = await concurrently(names ?? [], (name) =>
      readOrNotify(`The state of the stack ${name}`, notify, () => exportedState(name, pulumiOptions)),
    );
    const held = states.flatMap((state, at) =>
      (state?.resources ?? []).map(({ outputs }): [unknown, string] => [outputs?.uid, `${names?.[at]}`]),
    );
    const wanted = new Set<unknown>(uids);
    return new Map(held.filter((each): each is [string, string] => wanted.has(each[0])));
  };

/** An object with the owner label of one stack, in the state of another. */
export interface HeldObject extends Pick<Orphan, "kind" | "name" | "uid" | "platform" | "project" | "stack"> {
  readonly heldBy: string;
}

/** The orphans of all searches, each once, apart from those that another stack holds. */
export async function withoutHeld(searches: readonly { readonly orphans: readonly Orphan[] }[], heldBy: FindHolders) {
  // Two addresses may be of one platform.
  const all = new Map(searches.flatMap(({ orphans }) => orphans).map((orphan) => [orphan.uid, orphan]));
  const holders = await heldBy([...all.keys()]);
  const held = [...all.values()].flatMap(({ kind, name, uid, platform, project, stack }): HeldObject[] => {
    const holder = holders.get(uid);
    return holder === undefined ? [] : [{ kind, name, uid, platform, project, stack, heldBy: holder }];
  });
  return { left: [...all.values()].filter(({ uid }) => !holders.has(uid)), held };
}

async function readOrNotify<Result>(
  what: string,
  notify: Notify,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PulumiFailure)) throw error;
    notify(`${what} could not be read, so an object that is named here may belong to another stack: ${error.message}`);
    return undefined;
  }
}

async function stackNames(pulumiOptions: PulumiOptions): Promise<string[]> {
  const printed = stacks.safeParse(jsonOf(await runPulumi(["stack", "ls", "--json"], pulumiOptions)));
  if (!printed.success) throw new PulumiFailure("pulumi stack ls printed no list of stacks");
  return printed.data.map(({ name }) => name);
}

/** The state of a stack; without flags its secrets are encrypted. */
async function exportedState(name: string, options: PulumiOptions, flags: string[] = []): Promise<ExportedState> {
  const args = ["stack", "export", "--stack", name, ...flags];
  const state = readExportedState(jsonOf(await runPulumi(args, options)));
  if (!state) throw new PulumiFailure("pulumi stack export printed no state");
  return state;
}
