import { randomBytes } from "node:crypto";
import {
  engine,
  hasPassed,
  isFromThisStack,
  keyExpiryOf,
  type MarkedProperties,
  messageOf,
  type Owner,
  ownedAccessKey,
  ownerSelector,
  type Principal,
  type Properties,
  ResourceError,
  type Session,
  sentenceOf,
} from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";
import { listObjects } from "../listing";
import { UsageError } from "../program";
import { readContext } from "../readContext";
import type { Notify } from "../words";

/** A key on the platform whose value only this process knows. */
export interface TemporaryKey {
  readonly id: string;
  readonly inputs: Properties;
  readonly state: Properties;
  readonly value: string;
}

/** No stack has these names, so `orphans` and `drift` do not report keys of exec. */
const owner: Owner = { project: `${npmName} exec`, stack: "exec", type: "", name: "" };

// Seconds.
const requestTimeout = 60;
const cleanupTimeout = 10;

/** Creates a key, with the checks and safeguards of the resource. Deletes one without a value. */
export async function createKey(session: Session, given: Properties, notify: Notify): Promise<TemporaryKey> {
  const inputs = checkedInputs(session, given, notify);
  const warnings: string[] = [];
  const warn = (warning: string) => warnings.push(warning);
  try {
    const key = keyFrom(await run(session, { method: "create", inputs: marked(inputs) }, warn), inputs);
    if (key.value !== "") return key;
    // The warning of the resource advises a refresh, which cannot help here.
    warnings.length = 0;
    await discard(session, key, notify);
    throw new ResourceError(hiddenValue(key));
  } catch (error) {
    // The object is there, but not as declared, or may be there.
    if (engine.isInitFailure(error)) await discard(session, keyFrom(error.stored, inputs), notify);
    throw error;
  } finally {
    for (const warning of warnings) notify(warning);
  }
}

const hiddenValue = ({ id }: TemporaryKey): string =>
  `Cannot start the command: the platform does not show the value of the new access key "${id}". Find out whether a ` +
  "proxy in front of it removes spec.key from responses. If the platform itself does, exec cannot work there: set " +
  "`key` of an OwnedAccessKey to a value of your own, and give that to the command.";

async function discard(session: Session, key: TemporaryKey, notify: Notify): Promise<void> {
  await deleteKey(session, key, notify).catch((failure) => notify(notDeleted(key, failure)));
}

/** Deletes a key by its uid. */
export async function deleteKey(session: Session, key: Omit<TemporaryKey, "value">, notify: Notify): Promise<void> {
  const recorded = { inputs: marked(key.inputs), state: marked(key.state) };
  await run(session, { method: "delete", id: key.id, recorded }, notify);
}

/**
 * Deletes keys of a principal that killed runs of exec left. They had expired when `key` was made:
 * the clock of this machine may be ahead, and the key of another exec must not be deleted early.
 */
export async function deleteExpiredKeys(session: Session, principal: Principal, key: TemporaryKey): Promise<void> {
  const platformTime = new Date(String(key.state.creationTimestamp));
  const context = readContext(session, { owner, timeout: cleanupTimeout });
  const request = { principals: [principal], withOwn: false, labelSelector: ownerSelector(context) };
  const { objects } = await listObjects(ownedAccessKey, context, request);
  for (const object of objects) {
    const { name, uid } = object.metadata;
    if (!isFromThisStack(object, context) || !uid || !hasPassed(keyExpiryOf(object), platformTime)) continue;
    await deleteKey(session, { id: String(name), inputs: { name }, state: { name, uid } }, () => {});
  }
}

function checkedInputs({ config }: Session, inputs: Properties, notify: Notify): Properties {
  const naming = { resourceName: "exec", suffix: randomBytes(6).toString("hex") };
  const checked = engine.check(ownedAccessKey, { inputs, naming, config });
  if (checked.problems.length > 0)
    throw new UsageError(`No key can be made: ${checked.problems.map(sentenceOf).join(" ")}`);
  // A short lifetime is intended here.
  for (const warning of checked.warnings) if (warning.property !== "ttl") notify(sentenceOf(warning));
  return checked.inputs;
}

type RunRequest<Method extends "create" | "delete"> = Pick<engine.Request<Method>, "method" | "inputs" | "recorded"> & {
  readonly id?: string;
};

function run<Method extends "create" | "delete">(session: Session, request: RunRequest<Method>, notify: Notify) {
  const diagnostics = { warn: notify, inform: () => {}, status: () => {} };
  const options = { resource: ownedAccessKey, owner, timeout: requestTimeout, diagnostics };
  return engine.run<Method>(session, { ...request, ...options });
}

function keyFrom({ id, state }: Pick<engine.Outcome, "id" | "state">, inputs: Properties): TemporaryKey {
  return { id, inputs, state, value: typeof state.key === "string" ? state.key : "" };
}

const marked = (properties: Properties): MarkedProperties => ({ properties, secrets: [] });

/** The end of a key in RFC 3339, as far as it is known. */
export const endOfKey = ({ state }: Pick<TemporaryKey, "state">): string =>
  typeof state.expiresAt === "string" ? state.expiresAt : "the end of its ttl";

/** Error for a key that stays on the platform. */
export const notDeleted = (key: Pick<TemporaryKey, "id" | "state">, error: unknown): string =>
  `the access key "${key.id}" could not be deleted. It works until ${endOfKey(key)}. ${messageOf(error)}`;
