import {
  type ApiObject,
  asList,
  asRecord,
  assertPinnedPlatform,
  assertSamePlatform,
  type Context,
  engine,
  findObject,
  hasPassed,
  isForbidden,
  isFromThisStack,
  messageOf,
  type Owner,
  objectLabel,
  ownedAccessKey,
  type Principal,
  parseUrn,
  platformIn,
  type Session,
} from "../../provider/cliFacade";
import { concurrently } from "../concurrently";
import { type Orphan, orphanOf } from "../orphans/orphan";
import { searchPlatform } from "../orphans/search";
import type { StackPlatform } from "../platforms";
import { readContext } from "../readContext";
import { settingsError } from "../session";
import type { ExportedResource } from "../state/exportedState";
import { notify } from "../words";

/** A key of the stack, without its value. */
export interface StackKey
  extends Pick<Orphan, "name" | "project" | "stack">,
    Partial<Pick<Orphan, "uid" | "actsFor" | "expiresAt" | "lastActivity">> {
  /** Address of its platform; null if unknown. */
  readonly platform: string | null;
  readonly status: "works" | "disabled" | "expired" | "terminating" | "gone" | "unknown";
  /** Name of the resource that has it; null if no state has the key. */
  readonly resource: string | null;
  /** Name of the key that replaced it. */
  readonly replacedBy: string | null;
}

/** The keys of a stack on one platform. */
interface PlatformKeys {
  readonly keys: readonly StackKey[];
  /** What the search for further keys could not see. */
  readonly unseen: readonly string[];
  readonly errors: readonly unknown[];
}

/** The keys in the states, and those with the stack's label that no state has. */
export async function keysOn(platform: StackPlatform, principals: readonly Principal[]): Promise<PlatformKeys> {
  const resources = platform.known.resourcesOf(ownedAccessKey.type);
  const read = await concurrently(resources, (resource) => readKey(platform, resource));
  const successors = successorsIn(resources);
  const search = await searchPlatform(platform, { principals, types: new Set([ownedAccessKey.type]), notify });
  const found = search ? search.orphans.map((key) => ({ ...shown(search.session, key), resource: null })) : [];
  const failures = search?.errors ?? [settingsError(platform.problems)];
  return {
    keys: [...read.map(({ key }) => key), ...found].map((key) => ({
      ...key,
      replacedBy: successors.get(key.name) ?? null,
    })),
    unseen: [
      ...(search?.kinds ?? []).flatMap(({ unseen }) => unseen ?? []),
      ...failures.filter(isForbidden).map((error) => `Keys that no state has were not searched: ${messageOf(error)}`),
    ],
    errors: [...read.flatMap(({ error }) => error ?? []), ...failures.filter((error) => !isForbidden(error))],
  };
}

/** The names of the keys that replaced others, by those of the others. */
function successorsIn(resources: readonly ExportedResource[]): ReadonlyMap<unknown, string> {
  const current = resources.filter((each) => !each.delete);
  const ofUrn = new Map(current.map(({ urn, id = "" }) => [urn, id]));
  const waiting = resources.filter(({ urn, delete: isReplaced }) => isReplaced && ofUrn.has(urn));
  const kept = current.flatMap(({ id = "", outputs = {} }) =>
    asList(outputs.replacedKeys).map((key): [unknown, string] => [asRecord(key).name, id]),
  );
  return new Map([...kept, ...waiting.map(({ urn, id }): [unknown, string] => [id, ofUrn.get(urn) ?? ""])]);
}

/** Reads the key of a resource. A failure leaves its status unknown. */
async function readKey(
  platform: StackPlatform,
  resource: ExportedResource,
): Promise<{ readonly key: Omit<StackKey, "replacedBy">; readonly error?: unknown }> {
  const { id: name = "", urn } = resource;
  const { project, stack, name: resourceName } = parseUrn(urn);
  const key = { name, project, stack, platform: platform.address ?? null, resource: resourceName };
  try {
    return await inAnySession(platform, async (session) => {
      const object = await findKey(session, resource);
      if (!object) return { key: { ...key, status: "gone" } };
      const where = { session, platform, kind: ownedAccessKey };
      return { key: { ...key, ...shown(session, orphanOf(where, { project, stack }, { object, id: name })) } };
    });
  } catch (cause) {
    return { key: { ...key, status: "unknown" }, error: new Error(`${label(name)}: ${messageOf(cause)}`, { cause }) };
  }
}

/** Works with each session of a platform until one may. */
export async function inAnySession<Result>(
  { sessions, problems }: StackPlatform,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const failures: unknown[] = [];
  for (const session of sessions) {
    try {
      return await work(session);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0] ?? settingsError(problems);
}

const label = (name: string) => objectLabel(ownedAccessKey.type, name);

/** The key of a resource; undefined if it is gone, also if another one has its name. */
export async function findKey(session: Session, resource: ExportedResource): Promise<ApiObject | undefined> {
  const object = await readObject(keyContext(session), resource.id ?? "");
  if (object && isKeyOf(session, resource, object)) return object;
  await assertHere(session, resource);
  return undefined;
}

/** Whether a resource has this key: by its uid or, if the state has none, by the owner label. */
export function isKeyOf(session: Session, { urn, outputs = {} }: ExportedResource, object: ApiObject): boolean {
  // An unfinished create has null.
  if (typeof outputs.uid === "string") return object.metadata.uid === outputs.uid;
  return isFromThisStack(object, keyContext(session, parseUrn(urn)));
}

/** Throws if the key of a resource, which is not there, is on another platform. */
export async function assertHere(session: Session, { id = "", urn, outputs = {} }: ExportedResource): Promise<void> {
  const recorded = { inputs: {}, state: {}, platform: platformIn(outputs) };
  await assertSamePlatform({ ...keyContext(session, parseUrn(urn)), recorded }, "read", label(id));
}

/** The key with a name. */
export async function readObject(context: Context, name: string): Promise<ApiObject | undefined> {
  await assertPinnedPlatform(context);
  return findObject(context, [ownedAccessKey.plural, name]);
}

/** The context of the reads of a stack's keys. Their values are masked. */
export const keyContext = (session: Session, owner?: Owner): Context =>
  readContext(session, {
    notify,
    ...(owner && { owner }),
    secretPaths: engine.secretPaths(ownedAccessKey),
    resource: ownedAccessKey,
  });

/** What a report shows of a key on a platform, whose clock decides. */
function shown(session: Session, key: Orphan) {
  const { name, project, stack, uid, platform, actsFor, expiresAt, lastActivity } = key;
  const status = statusOf(key, keyContext(session).client.platformTime);
  return { name, project, stack, uid, platform, actsFor, expiresAt, lastActivity, status };
}

function statusOf({ deletionTimestamp, disabled, expiresAt }: Orphan, now: Date): StackKey["status"] {
  if (deletionTimestamp) return "terminating";
  if (disabled) return "disabled";
  return hasPassed(expiresAt, now) ? "expired" : "works";
}
