import type * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { equalInputs } from "../fields/equality.js";
import { pathsWith, rulesOf, withoutSecrets } from "../fields/fieldRules.js";
import { withoutUndeclaredSecrets } from "../fields/listEntries.js";
import { publicMetadata } from "../fields/publicMetadata.js";
import type { Recorded, Stored } from "../operation.js";
import { isSameObject, ownLabelOf, withOwnLabel } from "../ownership.js";
import type { StoredOperation, StoredType } from "../resource.js";
import { byIdentity, type Identity } from "../sharedEntries.js";
import {
  asRecord,
  deepEqual,
  isRecord,
  isWithinAny,
  type Path,
  type Properties,
  semanticEqual,
  valueAt,
} from "../values.js";
import { isVersion } from "../wire/jsonPatch.js";
import type { Versions } from "../wire/merge.js";
import {
  deepMerge,
  localKeys,
  openSpecKey,
  pickKeys,
  propertyAt,
  toObject,
  toProperties,
} from "../wire/objectShape.js";
import { widerAccess, withPath } from "../wire/restrictions.js";
import { holdsAll, omitDefaults, projectInputs, projectState, projectUpdate } from "./drift.js";
import { externalChange } from "./externalChange.js";

/** A live object, and the inputs and state of its resource. */
interface LiveResource {
  readonly live: ApiObject;
  readonly inputs: Properties;
  readonly state: Properties;
}

/** Inputs and state after a create: live values of declared fields, and outputs. */
export function afterCreate(operation: StoredOperation, created: LiveResource): Stored {
  const properties = toProperties(operation, created.live);
  return withOutputs(operation, {
    ...created,
    declared: declaredState(operation.resource, created.inputs, properties),
  });
}

/** Inputs and state after an update from the inputs `before`. See {@link updatedState}. */
export function afterUpdate(
  operation: StoredOperation,
  { live, before }: { readonly live: ApiObject; readonly before: Properties },
): Stored {
  const { resource, inputs, recorded } = operation;
  const { state } = recorded;
  const versions = { before, after: inputs, recorded: state, live: toProperties(operation, live) };
  const declared = updatedState(resource, versions);
  const stored = withOutputs(operation, { live, inputs, state, declared });
  // Others may have changed the object since the last read. The output externalChange says so.
  return withExternalChange(stored, resource.externalChange?.(live, { inputs, state }, before));
}

const withExternalChange = (stored: Stored, externalChange: unknown): Stored =>
  externalChange === undefined ? stored : { ...stored, state: { ...stored.state, externalChange } };

function withOutputs(
  operation: StoredOperation,
  { live, inputs, state, declared }: LiveResource & { readonly declared: Properties },
): Stored {
  // Inputs override the state. With another uid the state is of another object.
  const before = isSameObject(live, state) ? { ...state, ...inputs } : inputs;
  const computed = computedState(operation, withCreationTimestamp(live, state), before);
  const exactLabel = exactLabelOf(operation, { live, inputs, state: declared });
  return { id: operation.id, inputs, state: deepMerge(computed, declared), exactLabel };
}

/** The `exactLabel` of the resource; undefined if the object differs from the state. */
function exactLabelOf(operation: StoredOperation, { live, inputs, state }: LiveResource) {
  // The platform updates the status of an object with computed outputs, and so its resourceVersion.
  if (operation.resource.computed || live.metadata.deletionTimestamp) return undefined;
  const sent = toObject(operation, inputs);
  const recorded = deepEqual(inputs, state) ? sent : toObject(operation, state);
  // A response may lack fields of the object, or mask them.
  const isExact =
    holdsAll(sentFields(recorded), sentFields(sent)) &&
    deepEqual(projectState(sentFields(sent), live), sentFields(recorded));
  return isExact ? ownLabelOf(live, operation) : undefined;
}

const sentFields = ({ metadata, spec }: ApiObject): Properties => ({ metadata, spec });

/** The live object, made from the state without a GET; undefined if it may differ. */
export function knownObject(operation: StoredOperation): ApiObject | undefined {
  const { state, exactLabel } = operation.recorded;
  const { uid, resourceVersion, externalChange } = state;
  if (exactLabel === undefined || externalChange !== undefined || !isVersion(resourceVersion)) return undefined;
  const { metadata, ...object } = toObject(operation, state);
  const version = { uid: String(uid), resourceVersion };
  return withOwnLabel({ ...object, metadata: { ...metadata, ...version } }, exactLabel, operation);
}

/** Adds the recorded creationTimestamp, which a list may omit (specification, section 2.1). */
export function withCreationTimestamp(live: ApiObject, { uid, creationTimestamp }: Properties): ApiObject {
  const { metadata } = live;
  if (metadata.creationTimestamp || metadata.uid !== uid) return live;
  return { ...live, metadata: { ...metadata, creationTimestamp } as ApiObject["metadata"] };
}

/** The outputs: some metadata, and those that only this type has. */
export function computedState(
  { resource, place }: Pick<StoredOperation, "place"> & { readonly resource: StoredType },
  live: ApiObject,
  before: Properties,
): Properties {
  const { uid, resourceVersion, generation, creationTimestamp } = live.metadata;
  const own = resource.computed?.(live, before);
  return { uid, resourceVersion, generation, creationTimestamp, ...place.outputs, ...own };
}

/** Inputs and state after a read, with the external change. */
export function afterRead(operation: StoredOperation, live: ApiObject): Stored {
  const { recorded } = operation;
  const { inputs: declared, state } = recorded;
  const read = afterCreate(operation, { live, inputs: declared, state });
  const inputs = inputsAfterRead(operation.resource, recorded, read.state);
  const stored = { ...read, ...withWiderAccess(operation, { live, declared, inputs, state: read.state }) };
  return withExternalChange(stored, externalChange(operation, live));
}

/** Adds live values that allow more than declared, so that the next update takes them back. */
function withWiderAccess(
  operation: StoredOperation,
  { live, declared, inputs, state }: LiveResource & { readonly declared: Properties },
): Pick<Stored, "inputs" | "state"> {
  const paths = widerAccess(operation, { sent: toObject(operation, declared), stored: live });
  if (paths.length === 0) return { inputs, state };
  const wider = paths.map((path) => propertyAt(operation, path));
  const properties = toProperties(operation, live);
  const withLive = (each: Properties, property: Path) => {
    const declaredValue = valueAt(declared, property);
    const current = valueAt(properties, property);
    return withPath(each, property, isRecord(declaredValue) ? projectState(declaredValue, asRecord(current)) : current);
  };
  // A change of an immutable input would replace the resource.
  const immutable = pathsWith(operation.resource.inputs, "immutable");
  const changeable = wider.filter((property) => !isWithinAny(property, immutable));
  return { inputs: changeable.reduce(withLive, inputs), state: wider.reduce(withLive, state) };
}

/** Inputs and state after a read that follows an init failure. Recorded outputs stay. */
export function afterReadOfUnfinished(operation: StoredOperation, live: ApiObject): Recorded {
  const { resource, recorded } = operation;
  const declared = declaredState(resource, recorded.inputs, toProperties(operation, live));
  const outputs = Object.entries(recorded.state).filter(([key]) => !Object.hasOwn(resource.inputs.shape, key));
  const inputs = inputsAfterRead(resource, recorded, declared);
  return { inputs, state: { ...Object.fromEntries(outputs), ...declared } };
}

/**
 * The inputs after a read. An input that others changed has the live value. An immutable input
 * stays as declared, so that drift does not replace the resource.
 */
function inputsAfterRead(resource: StoredType, recorded: Recorded, read: Properties): Properties {
  const live = { ...read, ...recordedImmutables(resource, recorded) };
  const inputs = projectInputs(
    { declared: recorded.inputs, recorded: recorded.state, live },
    equalInputs(resource.inputs),
  );
  // A changed list becomes an input with all its fields, but without secrets that nobody declared.
  return withoutUndeclaredSecrets(resource.inputs, inputs, recorded.inputs) as Properties;
}

/** The recorded values of declared immutable inputs, which an update restores. */
export function recordedImmutables(resource: StoredType, { inputs, state }: Recorded): Properties {
  const keys = pathsWith(resource.inputs, "immutable").map(([key]) => String(key));
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(inputs, key)).map((key) => [key, state[key]]));
}

/** The live values of declared fields. Inputs that are never sent keep their declared value. */
export function declaredState({ inputs }: StoredType, declared: Properties, live: Properties): Properties {
  const state = projectState(declared, { ...live, ...pickKeys(declared, localKeys(inputs)) });
  return withSharedLists(inputs, { state, declared }, (key, identity) => {
    const present = byIdentity(live[key], identity);
    return (entry) => present.get(identity(entry));
  });
}

/**
 * The declared state after an update. Fields that the program did not change keep their recorded
 * value, so that changes by others are still drift for the next refresh.
 */
export function updatedState({ inputs }: StoredType, { before, after, recorded, live }: Versions): Properties {
  const current = { ...live, ...pickKeys(after, localKeys(inputs)) };
  const state = projectUpdate({ before, after, recorded, live: current }, equalInputs(inputs));
  return withSharedLists(inputs, { state, declared: after }, (key, identity) => {
    const entriesOf = (each: Properties) => byIdentity(each[key], identity);
    const beforeEntries = entriesOf(before);
    const recordedEntries = entriesOf(recorded);
    const liveEntries = entriesOf(live);
    const isUnchanged = (entry: unknown) => semanticEqual(beforeEntries.get(identity(entry)), entry);
    return (entry) => (isUnchanged(entry) ? recordedEntries : liveEntries).get(identity(entry));
  });
}

/** Limits shared lists to the declared entries. The finder gives the value of each, if any. */
function withSharedLists(
  inputs: z.ZodObject,
  { state, declared }: Readonly<Record<"state" | "declared", Properties>>,
  finderOf: (key: string, identity: Identity) => (entry: unknown) => unknown,
): Properties {
  const lists = Object.entries<z.ZodType>(inputs.shape).flatMap(([key, field]) => {
    const entries = declared[key];
    const identity = rulesOf(field).sharedBy;
    if (!identity || !Array.isArray(entries)) return [];
    return [[key, entries.map(finderOf(key, identity)).filter((entry) => entry !== undefined)] as const];
  });
  return { ...state, ...Object.fromEntries(lists) };
}

/**
 * Inputs and state of an import: declared fields without defaults. No secrets: Pulumi prints the
 * inputs as a program. No finalizers and owners: others share them.
 */
export function afterImport(operation: StoredOperation, live: ApiObject): Stored {
  const fields = operation.resource.inputs;
  const properties = toProperties(operation, live);
  const { finalizers: _f, ownerReferences: _o, [openSpecKey(fields)]: _spec, ...rest } = properties;
  const metadata = publicMetadata(rest, pathsWith(fields, "secret"));
  const inputs = omitDefaults({ ...rest, ...metadata }, equalInputs(fields));
  return afterCreate(operation, { live, inputs: withoutSecrets(fields, inputs), state: {} });
}
