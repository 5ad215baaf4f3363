import type * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { equalInputs } from "../fields/equality.js";
import { pathsWith, rulesOf, withoutSecrets } from "../fields/fieldRules.js";
import { publicMetadata } from "../fields/publicMetadata.js";
import type { StoredKind } from "../lifecycle/storedKind.js";
import { ending } from "../messages/messages.js";
import type { OperationContext, Recorded, Stored } from "../operation.js";
import { isFromAnotherStack, ownLabelOf, withOwnLabel } from "../ownership.js";
import {
  byIdentity,
  deepEqual,
  type Identity,
  isEmpty,
  omitPath,
  type Properties,
  semanticEqual,
  textsAt,
} from "../values.js";
import { isVersion } from "../wire/merge.js";
import {
  extraSpec,
  listsWithHidden,
  localKeys,
  type ObjectShape,
  pickKeys,
  toObject,
  toProperties,
} from "../wire/objectShape.js";
import { omitDefaults, projectInputs, projectState, projectUpdate } from "./drift.js";
import { externalChanges, externalChangesIn } from "./externalChange.js";

/** State after a write or a read: live values of declared fields, and computed outputs. */
export function storedFrom(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  { inputs, state }: Recorded,
): Stored {
  const declared = declaredState(kind, inputs, toProperties(kind, live, context.config));
  return storedWith(kind, context, live, { inputs, state }, declared);
}

/** State after an update: fields that the program did not change keep their recorded value. */
export function updatedFrom(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  { inputs: before, state }: Recorded,
  after: Properties,
): Stored {
  const declared = updatedState(kind, { before, after }, state, toProperties(kind, live, context.config));
  const stored = storedWith(kind, context, live, { inputs: after, state }, declared);
  // Changes between the last read and this update have not been reported yet.
  return withExternalChange(stored, kind.externalChange?.(live, { inputs: after, state }, before));
}

const withExternalChange = (stored: Stored, externalChange: unknown): Stored =>
  externalChange === undefined ? stored : { ...stored, state: { ...stored.state, externalChange } };

function storedWith(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  { inputs, state }: Recorded,
  declared: Properties,
): Stored {
  // Written values are newer than the state. The state does not apply to another object.
  const known = isSameObject(live, state) ? { ...state, ...inputs } : inputs;
  const computed = computedState(kind, withCreation(live, state), known);
  const exactLabel = exactLabelOf(kind, context, live, { inputs, state: declared });
  return { id: String(live.metadata.name), inputs, state: { ...computed, ...declared }, exactLabel };
}

/** The owner label of the object if the state has each declared field as the object has it. */
function exactLabelOf(kind: StoredKind, context: OperationContext, live: ApiObject, { inputs, state }: Recorded) {
  // The status changes without a write of a client, and with it the version.
  if (kind.computed || live.metadata.deletionTimestamp) return undefined;
  const { client, config } = context;
  const sent = toObject(kind, client.apiVersion, inputs, config);
  // A response may lack fields of the object.
  const isComplete = Object.entries(sent.spec ?? {}).every(
    ([key, value]) => isEmpty(value) || live.spec?.[key] != null,
  );
  if (!isComplete || listsWithHidden(kind, config, sent, live).length > 0) return undefined;
  const recorded = deepEqual(inputs, state) ? sent : toObject(kind, client.apiVersion, state, config);
  const isExact = deepEqual(projectState(sentFields(sent), live), sentFields(recorded));
  return isExact ? ownLabelOf(live, context) : undefined;
}

const sentFields = ({ metadata, spec }: ApiObject): Properties => ({ metadata, spec });

/** The live object as the state has it; undefined if a declared field may be another one there. */
export function knownObject(
  kind: StoredKind,
  context: OperationContext,
  { state, exactLabel }: Recorded,
): ApiObject | undefined {
  const { uid, resourceVersion, externalChange } = state;
  if (exactLabel === undefined || externalChange !== undefined || !isVersion(resourceVersion)) return undefined;
  const { metadata, ...object } = toObject(kind, context.client.apiVersion, state, context.config);
  const version = { uid: String(uid), resourceVersion };
  return withOwnLabel({ ...object, metadata: { ...metadata, ...version } }, exactLabel, context);
}

/** Adds the recorded creationTimestamp, which lists may omit (specification, section 2.1). */
export function withCreation(live: ApiObject, { uid, creationTimestamp }: Properties): ApiObject {
  const { metadata } = live;
  if (metadata.creationTimestamp || metadata.uid !== uid) return live;
  return { ...live, metadata: { ...metadata, creationTimestamp } as ApiObject["metadata"] };
}

/** Whether the object has the recorded uid, or none is recorded. */
export const isSameObject = ({ metadata }: ApiObject, state: Properties) =>
  state.uid === undefined || state.uid === metadata.uid;

/** Outputs from the object's metadata and from the kind. */
export function computedState(kind: StoredKind, live: ApiObject, before: Properties): Properties {
  const { uid, resourceVersion, generation, creationTimestamp } = live.metadata;
  return { uid, resourceVersion, generation, creationTimestamp, ...kind.computed?.(live, before) };
}

/** Inputs and state after a read, with the external change. */
export function refreshed(kind: StoredKind, context: OperationContext, live: ApiObject, recorded: Recorded): Stored {
  const now = storedFrom(kind, context, live, recorded);
  const inputs = inputsAfterRead(kind, recorded, now.state);
  return withExternalChange({ ...now, inputs }, externalChange(kind, context, live, recorded));
}

/** Inputs and state after a read following an init failure. Computed outputs stay unknown. */
export function refreshedInitFailure(
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
 * The inputs after a read, which are the base of the next update. Immutable inputs stay as
 * declared, because only a new declaration replaces; Diff compares them with the state.
 */
function inputsAfterRead(kind: StoredKind, recorded: Recorded, now: Properties): Properties {
  const live = { ...now, ...liveImmutables(kind, recorded) };
  const inputs = projectInputs(recorded.inputs, recorded.state, live, equalInputs(kind.inputs));
  // A list takes the live value as a whole. An undeclared secret of an entry stays an output.
  const undeclared = pathsWith(kind.inputs, "secret").filter((path) => textsAt(recorded.inputs, [path]).length === 0);
  return undeclared.filter((path) => path.includes("*")).reduce(omitPath, inputs);
}

/** The recorded values of declared immutable inputs, which an update restores. */
export function liveImmutables(kind: StoredKind, { inputs, state }: Recorded): Properties {
  const keys = pathsWith(kind.inputs, "immutable").map(([key]) => String(key));
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(inputs, key)).map((key) => [key, state[key]]));
}

/** Adds another stack's owner label as a change, so that the next update corrects it. */
function withLabelChange(change: unknown, isFromAnother: boolean): unknown {
  if (!isFromAnother || externalChangesIn(change).includes("relabeled")) return change;
  return change === undefined ? externalChanges.relabeled : `${change}; ${externalChanges.relabeled}`;
}

/** Changes that no declared field shows. The output stays until a write clears it. */
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

/** The live values of declared fields, in the form of the state. */
export function declaredState({ inputs }: ObjectShape, declared: Properties, live: Properties): Properties {
  const state = projectState(declared, { ...live, ...pickKeys(declared, localKeys(inputs)) });
  return withSharedLists(inputs, state, declared, (key, identity) => {
    const present = byIdentity(live[key], identity);
    return (entry) => present.get(identity(entry));
  });
}

/**
 * The declared state after an update. Fields that the program did not change keep their recorded
 * value, so that changes by others are still drift for the next refresh.
 */
export function updatedState(
  { inputs }: ObjectShape,
  { before, after }: { readonly before: Properties; readonly after: Properties },
  recorded: Properties,
  live: Properties,
): Properties {
  const now = { ...live, ...pickKeys(after, localKeys(inputs)) };
  const state = projectUpdate({ before, after }, recorded, now, equalInputs(inputs));
  return withSharedLists(inputs, state, after, (key, identity) => {
    const entriesOf = (each: Properties) => byIdentity(each[key], identity);
    const [old, was, is] = [entriesOf(before), entriesOf(recorded), entriesOf(live)];
    return (entry) => (semanticEqual(old.get(identity(entry)), entry) ? was : is).get(identity(entry));
  });
}

/** Replaces shared lists in the state by their declared entries, without absent ones. */
function withSharedLists(
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
 * Inputs and state of an import: non-default spec fields, labels and annotations. No secrets: the
 * engine writes inputs into the generated program. No finalizers and owners: others share them.
 */
export function importedState(kind: StoredKind, context: OperationContext, live: ApiObject): Stored {
  const properties = toProperties(kind, live, context.config);
  const { finalizers: _f, ownerReferences: _o, [extraSpec]: _spec, ...rest } = properties;
  const metadata = publicMetadata(rest, pathsWith(kind.inputs, "secret"));
  const inputs = omitDefaults({ ...rest, ...metadata }, equalInputs(kind.inputs));
  return storedFrom(kind, context, live, { inputs: withoutSecrets(kind.inputs, inputs), state: {} });
}
