import { quoted } from "../api/output/escape.js";
import { type Config, notConfigured } from "../config/config.js";
import { createResource, deleteResource, readResource, updateResource } from "../objects/lifecycle/lifecycle.js";
import { objectLabel } from "../objects/messages/messages.js";
import {
  InitFailure,
  isFirstRead,
  isImport,
  type Listing,
  type OperationContext,
  type PageRequest,
  type Recorded,
  ResourceError,
  type Stored,
} from "../objects/operation.js";
import type { PlatformFunction, Resource } from "../objects/resource.js";
import { mapForeignText } from "../objects/state/externalChange.js";
import { type Marked, type Path, type Properties, textsAt } from "../objects/values.js";
import { diff } from "./diff.js";
import { guarded, secretsOf } from "./guarded.js";
import { checkImport } from "./imports.js";
import * as lookups from "./lookups.js";
import { moveKnownFields } from "./moveKnownFields.js";
import { planned, refuse } from "./plan.js";
import { programInputs } from "./programInputs.js";
import { fromState, onPlatform, platformAfterRead, platformHere, toState } from "./reservedState.js";
import { secretMarks, secretPaths, secretTexts } from "./secretMarks.js";
import type { Diagnostics, OperationRequest, Session } from "./session.js";

export type { Change } from "./changedFields.js";
export { type CheckRequest, type CheckResult, check } from "./check.js";
export { type DiffRequest, type DiffResult, diff } from "./diff.js";
export { functionOf } from "./lookups.js";
export { secretMarks, secretPaths, secretTexts } from "./secretMarks.js";

/** A create, read, update or delete of one resource, as the Pulumi protocol sends it. */
export interface Operation<Kind extends keyof Outcomes = keyof Outcomes>
  extends Omit<OperationRequest, "secrets" | "secretPaths"> {
  readonly kind: Kind;
  readonly resource: Resource;
  /** Absent from a create. */
  readonly id?: string;
  /** The declared inputs of a create or an update. */
  readonly inputs?: Marked;
  /** The inputs and outputs in the state; absent from a create. */
  readonly recorded?: { readonly inputs: Marked; readonly state: Marked };
  /** Whether a create or an update is only planned. */
  readonly isPreview?: boolean;
  /** Whether it is a dynamic resource. Its state has no marks of secrets. */
  readonly isDynamic?: boolean;
}

/** A resource after an operation. */
export interface Outcome extends Stored {
  /** Paths of secrets in inputs and state. */
  readonly secrets: readonly Path[];
  /** Whether Pulumi must refresh the resource before each diff (refreshBeforeUpdate). */
  readonly readsFirst: boolean;
}

/** The outcome of each operation. A delete, and the read of a missing object, have none. */
export interface Outcomes {
  create: Outcome;
  read: Outcome | undefined;
  update: Outcome;
  delete: undefined;
}

/** Whether the error is an init failure with a complete state, which Pulumi keeps. */
export const isInitFailure = (error: unknown): error is InitFailure<Outcome> =>
  error instanceof InitFailure && "secrets" in error.stored;

/** Runs an operation. Without a session (settings are unknown) it can only be planned. */
export async function run<Kind extends keyof Outcomes>(
  session: Session | undefined,
  operation: Operation<Kind>,
): Promise<Outcomes[Kind]> {
  const { kind, resource, isPreview, isForProgram } = operation;
  const values = [operation.inputs, operation.recorded?.inputs, operation.recorded?.state].map((each) =>
    moveKnownFields(resource, session?.config, each ?? none),
  );
  const secretPaths = secretMarks(resource, ...values);
  const [inputs = {}, before = {}, state = {}] = values.map(({ properties }) => properties);
  const secrets = secretTexts(resource, ...values);
  const context = session?.context({ ...operation, secrets, secretPaths });
  const request = { kind, resource, id: operation.id ?? "", inputs, recorded: { inputs: before, state }, isForProgram };
  const isMarked = kind === "update" && isOnlyMarked(operation, values, session?.config);
  if (!isPreview) {
    if (!context) throw new ResourceError(notConfigured);
    const operate = isMarked ? encrypt : operations[kind];
    return operate(context, request) as Promise<Outcomes[Kind]>;
  }
  const outcome: Outcome | undefined = {
    ...planned(request, session?.config),
    secrets: secretPaths,
    readsFirst: false,
  };
  return outcome as Outcomes[Kind];
}

const none: Marked = { properties: {}, secrets: [] };

/** An operation whose values have no secret marks. Its secrets are in clear text. */
interface Request extends Pick<Operation, "kind" | "resource" | "isForProgram"> {
  readonly id: string;
  readonly inputs: Properties;
  readonly recorded: Recorded;
}

/** Creates the resource. After an {@link InitFailure} its object may exist, else none should. */
export async function create(
  context: OperationContext,
  { resource, inputs }: Pick<Request, "resource" | "inputs">,
): Promise<Outcome> {
  // Before the create, because a process that ends while it waits would lose a new key.
  const recorded = { ...context, recordedPlatform: await platformHere(context) };
  return completeState(resource, recorded, inputs, () => createResource(context, resource, programInputs(inputs)));
}

/** Reads the resource; undefined if it is gone. An import and `.get()` have no recorded inputs. */
export async function read(
  context: OperationContext,
  { resource, id, recorded, isForProgram }: Omit<Request, "kind" | "inputs">,
): Promise<Outcome | undefined> {
  const known = onPlatform(context, recorded);
  const before = fromState(recorded);
  // A refresh after `.get()` has state, but no inputs. An import has no state yet.
  const isOnlyRead = isImport(before) && !isFirstRead(before);
  return completeState(resource, known, recorded.inputs, async () => {
    const stored = await readResource(known, resource, { id, ...before });
    if (!stored) return undefined;
    if (isForProgram) checkImport(known, objectLabel(resource.type, id), stored.inputs);
    const platform = await platformAfterRead(resource, known, before, stored);
    return { ...stored, platform, ...(isOnlyRead && { inputs: recorded.inputs }) };
  });
}

/** Updates the resource in place. */
export async function update(
  context: OperationContext,
  { resource, id, recorded, inputs }: Omit<Request, "kind">,
): Promise<Outcome> {
  const known = onPlatform(context, recorded);
  const before = fromState(recorded);
  const after = programInputs(inputs);
  return completeState(resource, known, inputs, () => {
    refuse(resource, before, after);
    return updateResource(known, resource, { recorded: { id, ...before }, inputs: after });
  });
}

/** Keeps the resource as it is, with the new marks of secrets. Sends nothing. */
const encrypt: typeof update = async (context, { resource, id, recorded, inputs }) =>
  completeState(resource, context, inputs, async () => ({ id, inputs, state: recorded.state }));

/** Whether an update only marks values of a complete resource as secret. */
function isOnlyMarked(operation: Operation, versions: readonly Marked[], config: Config | undefined): boolean {
  const [after = none, before = none, state = none] = versions;
  const isComplete = fromState({ inputs: {}, state: state.properties }).nonce === undefined;
  if (operation.isDynamic || !isComplete || state.properties.uid === undefined) return false;
  const { changes } = diff(operation.resource, {
    id: operation.id ?? "",
    ...{ before: before.properties, after: after.properties, state: state.properties },
    secretPaths: { before: before.secrets, after: after.secrets, state: state.secrets },
    ...{ now: new Date(), config },
  });
  return changes.length > 0 && changes.every(({ isNewSecret }) => isNewSecret);
}

/** Deletes the resource. Keeps the object, with a warning, if another resource manages it. */
export async function remove(
  context: OperationContext,
  { resource, id, recorded }: Pick<Request, "resource" | "id" | "recorded">,
): Promise<undefined> {
  const managedBy = context.managerOf?.(id);
  await guarded(context, async () => {
    if (managedBy !== undefined) {
      context.warn(
        `${objectLabel(resource.type, id)} stays: the resource ${quoted(managedBy)} of the program also has ` +
          "it. Only this resource leaves the state.",
      );
    } else await deleteResource(onPlatform(context, recorded), resource, { id, ...fromState(recorded) });
  });
}

const operations = { create, read, update, delete: remove };

/** The context of a lookup with these arguments. */
export function lookupContext(
  session: Session,
  resources: readonly Resource[],
  { properties, secrets }: Marked,
  diagnostics: Diagnostics,
): OperationContext {
  const owner = { project: "", stack: "", type: "", name: "" };
  const values = { secrets: textsAt(properties, secrets), secretPaths: resources.flatMap(secretPaths) };
  return session.context({ kind: "read", owner, ...values, diagnostics });
}

/** Calls a function. All outputs are unknown while a setting or argument is unknown. */
export async function call(
  wanted: PlatformFunction,
  context: OperationContext | undefined,
  args: Properties,
): Promise<Properties> {
  return context ? guarded(context, () => lookups.call(wanted, context, args)) : lookups.unknownOutputs(wanted);
}

/** A page of the objects of a kind, with ids for pulumi import. */
export async function list(resource: Resource, context: OperationContext, page: PageRequest): Promise<Listing> {
  return guarded(context, () => lookups.list(resource, context, page));
}

/**
 * Runs an operation, adds the provider's own values to the state, and masks secrets in it. Does the
 * same for the state of an init failure.
 */
async function completeState<Result extends Stored | undefined>(
  resource: Resource,
  context: OperationContext,
  inputs: Properties,
  operate: () => Promise<Result>,
): Promise<Outcome | Extract<Result, undefined>> {
  const { config, recordedPlatform: platform, isShared, secretPaths: secrets } = context;
  const keep = (stored: Stored): Outcome => {
    const kept = redactExternalChange(context, toState(resource, inputs, { platform, isShared, ...stored }));
    return { ...kept, secrets, readsFirst: resource.readFirst?.(config) ?? false };
  };
  return guarded(context, async () => {
    try {
      const stored = await operate();
      return (stored && keep(stored)) as Outcome | Extract<Result, undefined>;
    } catch (error) {
      if (!(error instanceof InitFailure)) throw error;
      throw new InitFailure(keep(error.stored), error.reasons, { cause: error });
    }
  });
}

/** Masks secrets in externalChange, which the state keeps in clear text. Our words stay. */
function redactExternalChange(context: OperationContext, stored: Stored): Stored {
  const { externalChange } = stored.state;
  if (typeof externalChange !== "string") return stored;
  const words = mapForeignText(externalChange, (each) => secretsOf(context).redact(each, "us"));
  return { ...stored, state: { ...stored.state, externalChange: words } };
}
