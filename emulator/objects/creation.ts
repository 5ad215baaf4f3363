import { randomInt, randomUUID } from "node:crypto";
import type { Caller } from "../access/caller";
import type { Kind } from "../kinds/kind";
import type { Draft, DraftMeta, ObjectMeta } from "../kinds/metadata";
import { alreadyExists, generatedNameTaken, internalError, invalid } from "../statusError";
import type { Entry } from "../store/store";
import { rfc3339Seconds } from "../text/formats";
import { isObject } from "../text/json";
import { resourceSubject, vendorOf, type World } from "../world";
import { blockedOwners, checkObject } from "./check";
import { refuseBeyondQuota } from "./quotas";
import { saveObject, userMetadata, type WriteContext, withManagers } from "./save";

/** Stores a new object. */
export function createObject(world: World, kind: Kind, namespace: string, draft: Draft, context: WriteContext): Entry {
  if ((draft.metadata.resourceVersion ?? "0") !== "0") {
    throw internalError("resourceVersion should not be set on objects to be created");
  }
  const isTaken = (name: string) => world.store.entry(kind.plural, name, namespace) !== undefined;
  const name = draft.metadata.name ?? generateName(draft.metadata.generateName, isTaken);
  const metadata = newMetadata(world, kind, namespace, { ...draft.metadata, name });
  const { object, errors } = checkObject(
    world,
    kind,
    kind.isOwned ? withOwner(draft, context.caller) : draft,
    metadata,
  );
  errors.push(...blockedOwners(world, context.caller, metadata));
  if (errors.length > 0) throw invalid({ group: world.group, kind: draft.kind, name }, errors);
  if (isTaken(name)) throw nameTaken(world, kind, name, namespace, draft.metadata);
  refuseBeyondQuota(world, kind, object);
  return saveObject(world, kind, withManagers(world, undefined, object, draft, context), context);
}

function newMetadata(world: World, kind: Kind, namespace: string, draft: DraftMeta & { name: string }): ObjectMeta {
  const { finalizers = [] } = draft;
  const cleanup = cleanupFinalizer(world, kind);
  const isHeld = cleanup !== undefined && !finalizers.includes(cleanup);
  return {
    name: draft.name,
    uid: randomUUID(),
    generation: 1,
    creationTimestamp: rfc3339Seconds(world.now()),
    ...(kind.namespaced && { namespace }),
    ...userMetadata(draft),
    ...(isHeld && { finalizers: [...finalizers, cleanup] }),
  };
}

/** The finalizer that the platform itself adds to the objects of a kind. */
export function cleanupFinalizer(world: World, { finalizer }: Kind): string | undefined {
  return finalizer && `${vendorOf(world)}/${finalizer}`;
}

/** A draft whose owner is the caller, and whose owner may access it, unless it says otherwise. */
function withOwner(draft: Draft, { principal }: Caller): Draft {
  const { owner = principal, access, ...spec } = isObject(draft.fields.spec) ? draft.fields.spec : {};
  const [holder] = Object.entries(isObject(owner) ? owner : {}).map(([kind, name]) => ({ [`${kind}s`]: [name] }));
  const rules = access ?? [{ name: "loft-access", verbs: ["*"], subresources: ["*"], ...holder }];
  return { ...draft, fields: { ...draft.fields, spec: { ...spec, owner, access: rules } } };
}

function nameTaken(world: World, kind: Kind, name: string, namespace: string, draft: DraftMeta) {
  const subject = resourceSubject(world, kind, name);
  const isTerminating = world.store.get(kind.plural, name, namespace)?.metadata.deletionTimestamp !== undefined;
  if (draft.generateName !== undefined) return generatedNameTaken(subject);
  return alreadyExists(subject, isTerminating ? "object is being deleted: " : "");
}

// Kubernetes' alphabet for suffixes: no vowels and no look-alikes, so that no words come out.
const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const maxPrefixLength = 58;
const attempts = 8;

/** Generates a name from a prefix, with retries if it is taken. Without a prefix there is none. */
function generateName(prefix: string | undefined, isTaken: (name: string) => boolean): string {
  if (prefix === undefined) return "";
  const suffix = () => Array.from({ length: suffixLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  const names = Array.from({ length: attempts }, () => prefix.slice(0, maxPrefixLength) + suffix());
  return names.find((name) => !isTaken(name)) ?? names[0] ?? "";
}
