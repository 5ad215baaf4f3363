import type { ApiObject } from "../../provider/api/client";
import { isDenied, isUnknownEndpoint } from "../../provider/api/errors/errors";
import { quoted } from "../../provider/api/output/escape";
import type { Session } from "../../provider/engine/session";
import { type OperationContext, ResourceError } from "../../provider/objects/operation";
import { isFromThisStack, ownerSelector } from "../../provider/objects/ownership";
import { resources } from "../../provider/resources/registry";
import type { KnownObjects, StackName } from "./knownObjects";
import { type Orphan, orphanOf, reportedFields } from "./orphan";
import type { Holders } from "./stacksHolding";

/** What no given state knows. */
export interface Found {
  readonly orphans: readonly Orphan[];
  /** Disabled keys, as `replacedKey: disable` keeps them: they grant no access. */
  readonly kept: readonly Orphan[];
  /** What another stack of the project holds: no orphans. */
  readonly held: readonly HeldObject[];
}

/** An object with the owner label of one stack, in the state of another. */
export interface HeldObject extends Pick<Orphan, "kind" | "name" | "uid" | "project" | "stack"> {
  /** Name of the stack that holds it. */
  readonly heldBy: string;
}

type Tell = (note: string) => void;

/** A kind of object that carries the owner label. */
export interface Collection {
  readonly type: string;
  readonly plural: string;
  /** Whether the report tells no more of such objects than their metadata; what else there is need not travel then. */
  readonly metadataOnly: boolean;
}

/** Every kind of object that carries the owner label. */
export const collections: readonly Collection[] = resources.flatMap(({ type, plural, inputs }) =>
  plural ? [{ type, plural, metadataOnly: !reportedFields.some((field) => Object.hasOwn(inputs.shape, field)) }] : [],
);

/** Where to look, and for whose objects. */
export interface Search {
  readonly session: Session;
  readonly stack: StackName;
  readonly known: KnownObjects;
  /** Whether a state says that this platform has objects of a kind; then not even a 404 says that it has none. */
  readonly isUsed: (kind: string) => boolean;
  readonly tell: Tell;
}

/** How the objects of these stacks are looked for. */
export interface FindOptions {
  readonly tell: Tell;
  /** Is told what is looked at. */
  readonly show: Tell;
  /** Finds objects in states that were not given. */
  readonly heldBy: (uids: readonly string[]) => Promise<Holders>;
}

/** Looks for objects of these stacks, by their label only, and gives those that no state holds. */
export async function findOrphans(
  session: Session,
  known: KnownObjects,
  { tell, show, heldBy }: FindOptions,
): Promise<Found> {
  const unknown: Orphan[] = [];
  let seen = 0;
  for (const stack of known.stacks) {
    for (const collection of collections) {
      show(`Looking for ${collection.plural} of ${stack.project}/${stack.stack} …`);
      const found = await orphansIn({ session, stack, known, tell, isUsed: known.hasKind }, collection);
      unknown.push(...found.orphans);
      seen += found.seen;
    }
  }
  if (seen === 0 && known.count > 0) tell(nothingLabeled);
  const holders = await heldBy(unknown.map(({ uid }) => uid));
  const left = unknown.filter(({ uid }) => !holders.has(uid));
  return {
    orphans: left.filter(({ disabled }) => !disabled),
    kept: left.filter(({ disabled }) => disabled),
    held: heldObjects(unknown, holders),
  };
}

/** Those that a stack holds, with its name. */
export const heldObjects = (orphans: readonly Orphan[], holders: Holders): HeldObject[] =>
  orphans.flatMap(({ kind, name, uid, project, stack }) => {
    const heldBy = holders.get(uid);
    return heldBy === undefined ? [] : [{ kind, name, uid, project, stack, heldBy }];
  });

/** Looks for objects of one kind and one stack; `seen` counts those that have the stack's label, known or not. */
export async function orphansIn(
  search: Search,
  collection: Collection,
): Promise<{ readonly orphans: readonly Orphan[]; readonly seen: number }> {
  const { stack, known } = search;
  const orphans: Orphan[] = [];
  let seen = 0;
  for await (const object of labeled(search, collection)) {
    seen++;
    const unfit = whyUnfit(object);
    if (unfit) throw new ResourceError(unfitList(collection, object, unfit));
    if (!known.has(stack, collection.type, object)) orphans.push(orphanOf({ ...search, ...collection }, object));
  }
  return { orphans, seen };
}

const nothingLabeled =
  "no object on this platform has the label of these stacks, not even those that the states hold. If they were not all imported, " +
  "check --base-url, --owner-id, and the name that the stack had when it made them (--stack).";

function whyUnfit({ metadata: { name, uid } }: ApiObject): string | undefined {
  if (!uid) return "without a uid, so nobody can tell whether a state holds it";
  return /^\.{0,2}$/.test(String(name)) ? "with a name that would lead a command to other objects" : undefined;
}

const unfitList = ({ type, plural }: Collection, { metadata }: ApiObject, why: string) =>
  `The list of ${plural} shows the ${type} ${quoted(String(metadata.name))} ${why}. ` +
  "Something changes the platform's answers on their way: look at the proxies before it.";

function contextOf(session: Session, { project, stack }: StackName, tell: Tell): OperationContext {
  const owner = { project, stack, type: "", name: "" };
  const diagnostics = { warn: tell, inform: tell, status: () => {} };
  return session.context({ kind: "read", owner, secrets: [], secretPaths: [], diagnostics });
}

/** The label narrows the list on the platform, so that no key of another team is even read. */
async function* labeled(
  { session, stack, isUsed, tell }: Search,
  { type, plural, metadataOnly }: Collection,
): AsyncGenerator<ApiObject> {
  const context = contextOf(session, stack, tell);
  try {
    const query = { labelSelector: ownerSelector(context), metadataOnly };
    for await (const object of context.client.list([plural], query, context.call)) {
      // Not every proxy hands the selector on.
      if (isFromThisStack(object, context)) yield object;
    }
  } catch (error) {
    // A kind that cannot be listed may have objects all the same.
    if (!isUnknownEndpoint(error) || isDenied(error) || isUsed(type)) throw error;
    tell(`this platform does not list ${plural}, so a ${type} was not looked for.`);
  }
}
