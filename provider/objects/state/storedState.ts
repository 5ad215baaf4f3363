import type * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { sameInput } from "../fields/equality.js";
import { knownPart, pathsWith, rulesOf, withoutSecrets } from "../fields/fieldRules.js";
import { ownMetadata } from "../fields/publicMetadata.js";
import type { StoredKind } from "../lifecycle/storedKind.js";
import { ending, objectLabel, unknownInLists } from "../messages/messages.js";
import type { OperationContext, Recorded, Stored } from "../operation.js";
import { isFromAnotherStack } from "../ownership.js";
import { byIdentity, type Identity, type Path, type Properties, sameValue } from "../values.js";
import { extraSpec, localKeys, type ObjectShape, pickKeys, toProperties } from "../wire/objectShape.js";
import { externalChanges, externalChangesIn } from "./externalChange.js";
import { meaningful, projectInputs, projectState, projectUpdate } from "./projection.js";

/** State after a write or a read: what the server made of the declared fields, and what it computed. */
export function storedFrom(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  { inputs, state }: Recorded,
): Stored {
  const declared = declaredState(kind, inputs, toProperties(kind, live, context.config));
  return storedWith(kind, live, { inputs, state }, declared);
}

/** State after an update: what the program left as it was is recorded as before, whatever others made of it meanwhile. */
export function updatedFrom(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  { inputs: before, state }: Recorded,
  after: Properties,
): Stored {
  const declared = updatedState(kind, { before, after }, state, toProperties(kind, live, context.config));
  const stored = storedWith(kind, live, { inputs: after, state }, declared);
  // Nobody has heard yet of what happened between the last read and this update.
  return withNote(stored, kind.externalChange?.(live, { inputs: after, state }, before));
}

const withNote = (stored: Stored, externalChange: unknown): Stored =>
  externalChange === undefined ? stored : { ...stored, state: { ...stored.state, externalChange } };

function storedWith(kind: StoredKind, live: ApiObject, { inputs, state }: Recorded, declared: Properties): Stored {
  // What was just written is known better than what was known before; of another object nothing was known.
  const known = isSameObject(live, state) ? { ...state, ...inputs } : inputs;
  const computed = computedState(kind, withCreation(live, state), known);
  return { id: String(live.metadata.name), inputs, state: { ...computed, ...declared } };
}

/** An answer may leave out when the object was created, as lists do (specification, section 2.1), and an object is created once. */
export function withCreation(live: ApiObject, { uid, creationTimestamp }: Properties): ApiObject {
  const { metadata } = live;
  if (metadata.creationTimestamp || metadata.uid !== uid) return live;
  return { ...live, metadata: { ...metadata, creationTimestamp } as ApiObject["metadata"] };
}

/** Whether it is the object that the state knows, as far as the state knows one. */
export const isSameObject = ({ metadata }: ApiObject, state: Properties) =>
  state.uid === undefined || state.uid === metadata.uid;

/** What the server sets, and what the kind makes of the object. */
export function computedState(kind: StoredKind, live: ApiObject, before: Properties): Properties {
  const { uid, resourceVersion, generation, creationTimestamp } = live.metadata;
  return { uid, resourceVersion, generation, creationTimestamp, ...kind.computed?.(live, before) };
}

/** State after a read of an object that state knows: declared fields as they are now, and what else somebody did. */
export function refreshed(kind: StoredKind, context: OperationContext, live: ApiObject, recorded: Recorded): Stored {
  const now = storedFrom(kind, context, live, recorded);
  const inputs = inputsAfterRead(kind, recorded, now.state);
  return withNote({ ...now, inputs }, externalChange(kind, context, live, recorded));
}

/** The same of one whose create nobody saw the end of: what others made of it counts, what the server computed is not known yet. */
export function refreshedUnfinished(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  recorded: Recorded,
): Recorded {
  const declared = declaredState(kind, recorded.inputs, toProperties(kind, live, context.config));
  const notes = Object.entries(recorded.state).filter(([key]) => !Object.hasOwn(kind.inputs.shape, key));
  const inputs = inputsAfterRead(kind, recorded, declared);
  return { inputs, state: { ...Object.fromEntries(notes), ...declared } };
}

/**
 * The inputs after a read: the base of the next update. Immutable ones stay as they were declared, since only a
 * new declaration replaces; Diff compares them with the state.
 */
const inputsAfterRead = (kind: StoredKind, recorded: Recorded, now: Properties): Properties =>
  projectInputs(recorded.inputs, recorded.state, { ...now, ...liveImmutables(kind, recorded) }, sameInput(kind.inputs));

/** The declared immutable inputs as the state has them: an update sets them back. */
export function liveImmutables(kind: StoredKind, { inputs, state }: Recorded): Properties {
  const keys = pathsWith(kind.inputs, "immutable").map(([key]) => String(key));
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(inputs, key)).map((key) => [key, state[key]]));
}

/** A read writes nothing, so the next update corrects the owner label. */
function withLabelChange(change: unknown, isFromAnother: boolean): unknown {
  if (!isFromAnother || externalChangesIn(change).includes("relabelled")) return change;
  return change === undefined ? externalChanges.relabelled : `${change}; ${externalChanges.relabelled}`;
}

/** What only a comparison can see; it stays until a write clears it. */
function externalChange(kind: StoredKind, context: OperationContext, live: ApiObject, recorded: Recorded): unknown {
  const before = recorded.state;
  const { uid, deletionTimestamp } = live.metadata;
  if (deletionTimestamp) return ending(live.metadata);
  const own = kind.externalChange?.(live, recorded);
  if (isSameObject(live, before))
    return withLabelChange(own ?? before.externalChange, isFromAnotherStack(live, context));
  const recreated = `${externalChanges.recreated}: uid was ${before.uid}, is ${uid}`;
  return own === undefined ? recreated : `${recreated}; ${own}`;
}

/** The live values of the fields that the program declared, in the form of state. */
export function declaredState({ inputs }: ObjectShape, declared: Properties, live: Properties): Properties {
  const state = projectState(declared, { ...live, ...pickKeys(declared, localKeys(inputs)) });
  return withEntries(inputs, state, declared, (key, identity) => {
    const present = byIdentity(live[key], identity);
    return (entry) => present.get(identity(entry));
  });
}

/**
 * The same after an update. What the program left as it was stays as it was recorded, so that what somebody else changed and
 * the update left alone is still drift for the next refresh.
 */
export function updatedState(
  { inputs }: ObjectShape,
  { before, after }: { readonly before: Properties; readonly after: Properties },
  recorded: Properties,
  live: Properties,
): Properties {
  const now = { ...live, ...pickKeys(after, localKeys(inputs)) };
  const state = projectUpdate({ before, after }, recorded, now, sameInput(inputs));
  return withEntries(inputs, state, after, (key, identity) => {
    const entriesOf = (each: Properties) => byIdentity(each[key], identity);
    const [old, was, is] = [entriesOf(before), entriesOf(recorded), entriesOf(live)];
    return (entry) => (sameValue(old.get(identity(entry)), entry) ? was : is).get(identity(entry));
  });
}

/** The state with each shared list entry by entry as it was declared; entries that are not there are left out. */
function withEntries(
  inputs: z.ZodObject,
  state: Properties,
  declared: Properties,
  finderOf: (key: string, identity: Identity) => (entry: unknown) => unknown,
): Properties {
  const lists = Object.entries<z.ZodType>(inputs.shape).flatMap(([key, field]) => {
    const [entries, identity] = [declared[key], rulesOf(field).sharedBy];
    if (!identity || !Array.isArray(entries)) return [];
    return [[key, entries.map(finderOf(key, identity)).filter((entry) => entry !== undefined)] as const];
  });
  return { ...state, ...Object.fromEntries(lists) };
}

/**
 * What an import takes: spec fields, labels and annotations that say something. Not finalizers and owner references, which
 * belong to others, and no secret as input: the engine writes an import's inputs in clear text into the program it generates.
 */
export function imported(kind: StoredKind, context: OperationContext, live: ApiObject): Stored {
  const properties = toProperties(kind, live, context.config);
  const { finalizers: _f, ownerReferences: _o, [extraSpec]: _spec, ...rest } = properties;
  const metadata = ownMetadata(rest, pathsWith(kind.inputs, "secret"));
  const all = meaningful({ ...rest, ...metadata }, sameInput(kind.inputs));
  const dropped: Path[] = [];
  const inputs = knownPart(kind.inputs, all, (path) => dropped.push(path)) as Properties;
  const inLists = dropped.filter((path) => path.some((key) => typeof key === "number"));
  if (inLists.length > 0) context.warn(unknownInLists(objectLabel(kind.kind, String(live.metadata.name)), inLists));
  return storedFrom(kind, context, live, { inputs: withoutSecrets(kind.inputs, inputs), state: {} });
}
