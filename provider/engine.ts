import { Secrets } from "./api/output/secrets.js";
import { programInputs } from "./engine/check.js";
import * as lookups from "./engine/lookups.js";
import { onItsPlatform, platformAfterRead, shownPlatform } from "./engine/madeOn.js";
import { refuse } from "./engine/plan.js";
import { plain, withNotes } from "./engine/reservedState.js";
import { withForeignWords } from "./objects/externalChange.js";
import { pathsWith } from "./objects/fields.js";
import { messageOf, objectLabel, stays } from "./objects/messages.js";
import {
  InitializationError,
  isFirstRead,
  isImport,
  type Listing,
  type OperationContext,
  type PageRequest,
  type Recorded,
  ResourceError,
  type Stored,
} from "./objects/operation.js";
import { containsUnknown, type Path, type Properties } from "./objects/values.js";
import type { PlatformFunction } from "./resources/platformFunction.js";
import type { Resource } from "./resources/resource.js";

export { type CheckRequest, type CheckResult, check, isReserved } from "./engine/check.js";
export { type Change, type DiffRequest, type DiffResult, diff } from "./engine/diff.js";
export { functionOf, nothingKnown } from "./engine/lookups.js";
export { plannedCreate, plannedId, plannedUpdate } from "./engine/plan.js";
export { alsoBeforeDrift } from "./engine/reservedState.js";

/** The fields of a resource, inputs and outputs, that are always secret. */
export function secretPaths(resource: Resource): Path[] {
  return [...pathsWith(resource.inputs, "secret"), ...pathsWith(resource.outputs, "secret")];
}

/** Creates the resource. After an {@link InitializationError} state is kept; other errors wrote nothing. */
export async function create(resource: Resource, context: OperationContext, inputs: Properties): Promise<Stored> {
  // Before the create: a timeout of this request afterwards could lose a new key.
  const here = { ...context, madeOn: await shownPlatform(context) };
  return keeping(resource, here, inputs, () => resource.create(here, programInputs(inputs)));
}

/** Reads the resource; undefined when it is gone. Without recorded inputs it is an import, or only read. */
export async function read(
  resource: Resource,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  const known = onItsPlatform(context, recorded);
  return keeping(resource, known, recorded.inputs, async () => {
    const before = plain(recorded);
    const stored = await resource.read(known, id, before);
    if (!stored) return undefined;
    const platform = await platformAfterRead(resource, known, before, stored);
    return { ...stored, platform, ...(isOnlyRead(plain(recorded)) && { inputs: recorded.inputs }) };
  });
}

/** Whether it is only read: `get` in YAML, `.get()` elsewhere. An import has no state yet. */
const isOnlyRead = (recorded: Recorded) => isImport(recorded) && !isFirstRead(recorded);

/** Updates the resource in place. */
export async function update(
  resource: Resource,
  context: OperationContext,
  id: string,
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const { update } = resource;
  if (!update) throw new ResourceError(`A ${resource.type} cannot be updated in place.`);
  const known = onItsPlatform(context, recorded);
  return keeping(resource, known, inputs, () => {
    refuse(resource, plain(recorded), programInputs(inputs));
    return update.call(resource, known, id, plain(recorded), programInputs(inputs));
  });
}

/** Deletes the resource. Keeps an object that another resource of the program has. */
export async function remove(
  resource: Resource,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<void> {
  await guarded(context, async () => {
    if (context.heldBy !== undefined) return context.warn(stays(objectLabel(resource.type, id), context.heldBy));
    await resource.delete(onItsPlatform(context, recorded), id, plain(recorded));
  });
}

/** Calls a function of the provider. */
export async function call(wanted: PlatformFunction, context: OperationContext, args: Properties): Promise<Properties> {
  return guarded(context, () => lookups.call(wanted, context, args));
}

/** A page of the objects of a kind, with ids for pulumi import. */
export async function list(resource: Resource, context: OperationContext, page: PageRequest): Promise<Listing> {
  return guarded(context, () => lookups.list(resource, context, page));
}

/** The dry run of a create in a preview, if the settings ask for it and all inputs are known. */
export async function rehearseCreate(resource: Resource, context: OperationContext, inputs: Properties): Promise<void> {
  if (!isRehearsed(context, inputs)) return;
  await guarded(context, async () => resource.rehearseCreate?.(context, programInputs(inputs)));
}

/** The dry run of an update. */
export async function rehearseUpdate(
  resource: Resource,
  context: OperationContext,
  id: string,
  recorded: Recorded,
  inputs: Properties,
): Promise<void> {
  if (!isRehearsed(context, inputs)) return;
  const known = onItsPlatform(context, recorded);
  await guarded(context, async () => resource.rehearseUpdate?.(known, id, plain(recorded), programInputs(inputs)));
}

const isRehearsed = ({ config }: OperationContext, inputs: Properties) =>
  config.serverSideDryRun && !containsUnknown(inputs);

/** Runs an operation that returns a resource, and completes its state, also if it is unfinished. */
async function keeping<T extends Stored | undefined>(
  resource: Resource,
  context: OperationContext,
  inputs: Properties,
  run: () => Promise<T>,
): Promise<T> {
  const keep = (stored: NonNullable<T> | Stored) =>
    masked(context, withNotes(resource, inputs, { platform: context.madeOn, isShared: context.isShared, ...stored }));
  return guarded(context, async () => {
    try {
      const stored = await run();
      return (stored && keep(stored)) as T;
    } catch (error) {
      if (!(error instanceof InitializationError)) throw error;
      throw new InitializationError(keep(error.stored), error.reasons, { cause: error });
    }
  });
}

/** Masks secrets and escapes text of others in the message of every failure. */
async function guarded<T>(context: OperationContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const secrets = secretsOf(context);
    if (!(error instanceof InitializationError))
      throw new ResourceError(secrets.present(messageOf(error), "us"), { cause: error });
    const reasons = error.reasons.map((reason) => secrets.present(reason, "us"));
    throw new InitializationError(error.stored, reasons, { cause: error });
  }
}

/** Masks secrets and escapes text of others in externalChange, which the state keeps as no secret. */
function masked(context: OperationContext, stored: Stored): Stored {
  const { externalChange } = stored.state;
  if (typeof externalChange !== "string") return stored;
  const words = withForeignWords(externalChange, (each) => secretsOf(context).present(each, "us"));
  return { ...stored, state: { ...stored.state, externalChange: words } };
}

const secretsOf = ({ config, call }: OperationContext) => (call.secrets ?? new Secrets()).add(config.accessKey);
