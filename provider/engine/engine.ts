import { secretsOf } from "../api/call.js";
import { quoted } from "../api/output/redaction.js";
import { type Config, notConfiguredMessage } from "../config/config.js";
import { InitFailure } from "../objects/lifecycle/initFailure.js";
import {
  createResource,
  deleteResource,
  idOf,
  placeOf,
  readResource,
  updateResource,
} from "../objects/lifecycle/lifecycle.js";
import { labelOf } from "../objects/messages/messages.js";
import { type Context, isFirstRead, isImport, type Owner, type Stored } from "../objects/operation.js";
import type { Operation, Resource } from "../objects/resource.js";
import { ResourceError } from "../objects/resourceError.js";
import { mapForeignText } from "../objects/state/externalChange.js";
import { type MarkedProperties, type Path, type Properties, parsePath } from "../objects/values.js";
import { needsBase64 } from "../objects/wire/byteFields.js";
import { checkImport, reservedInputsOf } from "./check.js";
import { diff } from "./diff.js";
import { moveKnownFields, noValues, programInputs, secretMarks, secretTexts } from "./markedValues.js";
import { assertUpdateAllowed, planned } from "./plan.js";
import { fromState, platformAfterRead, platformHere, toState } from "./reservedState.js";
import { type Diagnostics, runGuarded, type Session } from "./session.js";

export type { PropertyChange } from "./changedFields.js";
export { type CheckResult, check, sharedObjectKeyOf } from "./check.js";
export { type DiffResult, diff } from "./diff.js";
export { functionOf, invokeFunction, list, lookupContext } from "./lookups.js";
export { secretMarks, secretPaths, secretTexts } from "./markedValues.js";

/** A create, read, update or delete of one resource, as the Pulumi protocol sends it. */
export interface Request<Method extends keyof Outcomes = keyof Outcomes> extends PassedFields {
  readonly method: Method;
  readonly resource: Resource;
  readonly owner: Owner;
  /** Absent from a create. */
  readonly id?: string;
  /** The declared inputs of a create or an update. */
  readonly inputs?: MarkedProperties;
  /** The inputs and outputs in the state; absent from a create. */
  readonly recorded?: { readonly inputs: MarkedProperties; readonly state: MarkedProperties };
  /** Seconds, from customTimeouts; 0 or absent for the default. */
  readonly timeout?: number | undefined;
  /** Property paths of the ignoreChanges option. */
  readonly ignoreChanges?: readonly string[] | undefined;
  /** Whether a create or an update is only planned. */
  readonly isPreview?: boolean;
  /** Whether it is a dynamic resource, whose state has no marks of secrets. */
  readonly isDynamic?: boolean;
  readonly diagnostics: Diagnostics;
}

/** The fields of a request that an operation takes unchanged. */
type PassedFields = Pick<
  Operation,
  "replacedBy" | "replaces" | "managerOf" | "isProgramKnown" | "isForProgram" | "live"
>;

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

/** Whether an error is an init failure with an {@link Outcome}, which Pulumi keeps as the state. */
export const isInitFailure = (error: unknown): error is InitFailure<Outcome> =>
  error instanceof InitFailure && "secrets" in error.stored;

/** Runs an operation. Without a session, because a setting is unknown, only a preview works. */
export async function run<Method extends keyof Outcomes>(
  session: Session | undefined,
  request: Request<Method>,
): Promise<Outcomes[Method]> {
  const { method, resource, id = "", isPreview } = request;
  const versions = requestVersions(request, session?.config);
  const secretPaths = secretMarks(resource, ...versions);
  const context = session?.context({ ...request, secretPaths, secrets: secretTexts(resource, ...versions) });
  const [inputs, before, state] = versions.map(({ properties }) => properties) as [Properties, Properties, Properties];
  const recorded = { inputs: before, state };
  if (isPreview) {
    const stored = planned({ method, resource, id, inputs, recorded }, session?.config);
    return { ...stored, secrets: secretPaths, readsFirst: false } as Outcome as Outcomes[Method];
  }
  if (!context) throw new ResourceError(notConfiguredMessage);
  const handler = onlyMarksSecrets(request, versions, context.config) ? keepWithNewMarks : handlers[method];
  return runGuarded(context, async () => {
    const operation = await operationOf(context, request, { inputs, recorded });
    // A read has no declared inputs.
    return perform(operation, reservedInputsOf(method === "read" ? before : inputs), handler);
  }) as Promise<Outcomes[Method]>;
}

/** Reads a resource for the CLI, without secret marks in the values; undefined if it is gone. */
export async function read(
  context: Context,
  { recorded, ...request }: Pick<Operation, "resource" | "id" | "recorded" | "live">,
): Promise<Outcome | undefined> {
  return runGuarded(context, async () => {
    const operation = await operationOf(context, { method: "read", ...request }, { inputs: {}, recorded });
    return perform(operation, reservedInputsOf(recorded.inputs), handlers.read);
  });
}

/** The declared inputs, the recorded ones and the state, after {@link moveKnownFields}. */
const requestVersions = (
  { resource, inputs, recorded }: Request,
  config: Config | undefined,
): readonly MarkedProperties[] =>
  [inputs, recorded?.inputs, recorded?.state].map((each = noValues) => moveKnownFields(resource, config, each));

/** Whether the method sends or reads fields. A delete does so only to let a replaced key expire. */
const sendsFields = ({ method, replacedBy }: Pick<Request, "method" | "replacedBy">): boolean =>
  method !== "delete" || replacedBy !== undefined;

/** The operation of a request. Its values have secrets in clear text, without marks. */
async function operationOf(
  context: Context,
  request: Omit<Request, "owner" | "diagnostics">,
  { inputs, recorded }: Pick<Operation, "inputs" | "recorded">,
): Promise<Operation> {
  const { method, resource, replacedBy, replaces, managerOf, isProgramKnown, isForProgram, live } = request;
  const declared = programInputs(inputs);
  const id = method === "create" ? idOf(resource, declared) : (request.id ?? "");
  return {
    ...context,
    resource,
    id,
    place: await placeOf(context, resource, id),
    inputs: declared,
    // Without `platform`, which is not compared then: a new object can be on no other platform.
    recorded: method === "create" ? { inputs: {}, state: {} } : fromState(recorded),
    ignored: (request.ignoreChanges ?? []).map(parsePath),
    encodesBytes:
      sendsFields(request) && (await needsBase64(context, resource, inputs, recorded.inputs, recorded.state)),
    replacedBy,
    replaces,
    managerOf,
    isProgramKnown,
    isForProgram,
    live,
  };
}

/** Carries out one method. Returns undefined if no resource is left. */
type Handler = (operation: Operation) => Promise<Stored | undefined>;

/** Reads the resource; undefined if it is gone. */
async function readRecorded(operation: Operation): Promise<Stored | undefined> {
  const { recorded, isForProgram } = operation;
  const stored = await readResource(operation);
  if (!stored) return undefined;
  if (isForProgram) checkImport(operation, labelOf(operation), stored.inputs);
  const platform = await platformAfterRead(operation, stored);
  // A resource of `.get()` has no declared inputs. After its first read it has a state.
  const isRefreshOfGet = isImport(recorded) && !isFirstRead(recorded);
  return { ...stored, platform, ...(isRefreshOfGet && { inputs: recorded.inputs }) };
}

async function update(operation: Operation): Promise<Stored> {
  assertUpdateAllowed(operation);
  return updateResource(operation);
}

/** Keeps the resource as it is, so that the state gets new marks of secrets. Sends nothing. */
const keepWithNewMarks: Handler = async ({ id, inputs, recorded }) => ({ ...recorded, id, inputs });

/** Deletes the resource. Keeps the object, with a warning, if another resource manages it. */
async function remove(operation: Operation): Promise<undefined> {
  const managedBy = operation.managerOf?.(operation.id);
  if (managedBy === undefined) await deleteResource(operation);
  else
    operation.warn(
      `${labelOf(operation)} stays: the resource ${quoted(managedBy)} of the program also has ` +
        "it. Only this resource leaves the state.",
    );
}

const handlers: Readonly<Record<keyof Outcomes, Handler>> = {
  create: createResource,
  read: readRecorded,
  update,
  delete: remove,
};

/** Whether an update only marks values of a complete resource as secret. */
function onlyMarksSecrets(request: Request, versions: readonly MarkedProperties[], config: Config): boolean {
  const [after = noValues, before = noValues, state = noValues] = versions;
  // Most programs mark nothing, and then the update need not repeat the comparison of Diff.
  if (request.method !== "update" || request.isDynamic || after.secrets.length === 0) return false;
  const recorded = fromState({ inputs: before.properties, state: state.properties });
  const hasFinishedCreate = recorded.nonce === undefined && recorded.state.uid !== undefined;
  if (!hasFinishedCreate) return false;
  const { changes } = diff(request.resource, {
    id: request.id ?? "",
    before: before.properties,
    after: after.properties,
    state: state.properties,
    secretPaths: { before: before.secrets, after: after.secrets, state: state.secrets },
    now: new Date(),
    config,
  });
  return changes.length > 0 && changes.every(({ isNewSecret }) => isNewSecret);
}

/** Calls the handler. Adds the reserved values to the resource, also to that of an init failure. */
async function perform(
  operation: Operation,
  reservedInputs: Properties,
  handle: Handler,
): Promise<Outcome | undefined> {
  const { resource, config, recorded, secretPaths: secrets } = operation;
  // Requested before the create: a process that ends during a later request would lose a new key.
  const { platform = await platformHere(operation), isShared } = recorded;
  const toOutcome = (stored: Stored): Outcome => {
    const complete = toState(resource, reservedInputs, { platform, isShared, ...stored });
    return { ...redactExternalChange(operation, complete), secrets, readsFirst: resource.readFirst?.(config) ?? false };
  };
  try {
    const stored = await handle(operation);
    return stored && toOutcome(stored);
  } catch (error) {
    if (!(error instanceof InitFailure)) throw error;
    throw new InitFailure(toOutcome(error.stored), error.reasons, { cause: error });
  }
}

/** Masks secrets in externalChange, which the state has in clear text. Our own phrases stay. */
function redactExternalChange(context: Context, stored: Stored): Stored {
  const { externalChange } = stored.state;
  if (typeof externalChange !== "string") return stored;
  const secrets = secretsOf(context.call, context.config);
  const redacted = mapForeignText(externalChange, (text) => secrets.redact(text, "provider"));
  return { ...stored, state: { ...stored.state, externalChange: redacted } };
}
