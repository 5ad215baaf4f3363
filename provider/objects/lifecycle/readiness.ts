import { now, secretsOf } from "../../api/call.js";
import type { ApiObject } from "../../api/client.js";
import { isDeadlineExceeded, RequestError } from "../../api/errors/errors.js";
import { labelOf, messageOf } from "../messages/messages.js";
import type { Recorded, Stored } from "../operation.js";
import { isSameObject } from "../ownership.js";
import { objectPath } from "../place.js";
import type { Readiness, StoredOperation, StoredType } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { externalChanges, externalChangesIn } from "../state/externalChange.js";
import { computedState } from "../state/storedState.js";
import { deepEqual, getOwn } from "../values.js";
import { InitFailure } from "./initFailure.js";
import { ObjectLost, ownObject } from "./liveObject.js";
import { poll, secondsSince } from "./retryAndPoll.js";

/** Seconds after an update in which the platform may not have seen it. */
const maxSecondsUnseen = 5;

/** Seconds without a change after which a failure is final. Until then, it may recover. */
const maxSecondsFailed = 60;

const maxStatusLength = 300;

/** The readiness that a status means for a type. */
export function readinessOf({ phases = {} }: Pick<StoredType, "phases">, object: Pick<ApiObject, "status">): Readiness {
  return (getOwn(phases, phaseOf(object) ?? "") as Readiness | undefined) ?? "working";
}

/** The phase in a status, which may hold anything. */
export const phaseOf = ({ status }: Pick<ApiObject, "status">): string | undefined =>
  typeof status?.phase === "string" ? status.phase : undefined;

/** Whether creates and updates of this resource wait until it is ready. */
const isAwaited = ({ resource, inputs }: Pick<StoredOperation, "resource" | "inputs">): boolean =>
  resource.phases !== undefined && inputs.waitForReady !== false;

/**
 * The resource once its object is ready, with the outputs of that version. After an update, the
 * platform must have seen it. A failure is an init failure; the next update waits again.
 */
export async function untilReady(operation: StoredOperation, stored: Stored, isUpdated = false): Promise<Stored> {
  if (!isAwaited(operation)) return stored;
  const { uid, resourceVersion } = stored.state;
  const started = now();
  let seen: Seen | undefined;
  const current = () => (seen ? withOutputsOf(operation, stored, seen.live) : stored);
  const attempt = async () => {
    seen = await readVersion(operation, uid, seen);
    const isUnseen = isUpdated && seen.live.metadata.resourceVersion === resourceVersion;
    if (isUnseen && secondsSince(started) < maxSecondsUnseen) return "the platform to see the change";
    return waitText(operation, seen);
  };
  const reasonOf = (error: unknown) =>
    isDeadlineExceeded(error) && seen ? `${statusText(operation, seen.live)}.` : messageOf(error);
  try {
    const path = objectPath(operation.place);
    await poll(operation, { path, label: labelOf(operation), attempt, delay });
    return current();
  } catch (error) {
    throw notReady(operation, current(), { reason: reasonOf(error), cause: error });
  }
}

/** The last version of the object that a wait has read. */
interface Seen {
  readonly live: ApiObject;
  /** Since when its status is the same. */
  readonly since: number;
}

async function readVersion(operation: StoredOperation, uid: unknown, before: Seen | undefined): Promise<Seen> {
  const live = await ownObject(operation, uid, "wait for");
  const isSame = before !== undefined && deepEqual(before.live.status, live.status);
  return { live, since: isSame ? before.since : now() };
}

/** What the wait is for; undefined if it is over. Throws after a lasting failure. */
function waitText(operation: StoredOperation, { live, since }: Seen): string | undefined {
  const readiness = readinessOf(operation.resource, live);
  if (readiness === "ready") return undefined;
  const text = statusText(operation, live);
  if (readiness === "failed" && secondsSince(since) >= maxSecondsFailed) throw new ResourceError(`${text}.`);
  return `it to be ready (${text})`;
}

const withOutputsOf = (operation: StoredOperation, stored: Stored, live: ApiObject): Stored => ({
  ...stored,
  state: { ...stored.state, ...computedState(operation, live, stored.state) },
});

const delay = (attempts: number) => Math.min(250 + 50 * attempts, 2000);

/** Phase, reason and message of a status. */
function statusText({ call, config }: StoredOperation, live: ApiObject): string {
  const { reason, message } = live.status ?? {};
  const texts = [reason, message].filter((each) => typeof each === "string" && each !== "");
  const text = [`phase ${phaseOf(live) || "Pending"}`, ...texts].join(", ");
  return secretsOf(call, config).redact(text, "server", maxStatusLength).replace(/\.$/, "");
}

/** Why an object is not ready, as a sentence. */
interface Unready {
  readonly reason: string;
  readonly cause?: unknown;
}

const waitAgain = "Run pulumi up again: it waits again.";
const fixCause = "Correct the cause in the program or on the platform, and run pulumi up.";

function notReady(operation: StoredOperation, stored: Stored, { reason, cause }: Unready): InitFailure {
  const { unready } = externalChanges;
  const isLost = cause instanceof ObjectLost;
  // The next read tells what became of a lost object.
  const state = { ...stored.state, externalChange: isLost ? `${unready}.` : `${unready}: ${reason}` };
  const isReadFailure = cause instanceof RequestError && !isDeadlineExceeded(cause);
  const hasFailed = !isReadFailure && operation.resource.phases?.[String(stored.state.phase)] === "failed";
  const text = isLost
    ? reason
    : `${labelOf(operation)} is on the platform, but not ready: ${reason} ${hasFailed ? fixCause : waitAgain}`;
  return new InitFailure({ ...stored, state }, [text], { cause });
}

/** The resource after a read. Throws while its object is not ready and a wait for it has failed. */
export function requireReady(operation: StoredOperation, stored: Stored, live: ApiObject): Stored {
  const { resource, recorded } = operation;
  const isUnresolved = isAwaited({ resource, inputs: recorded.inputs }) && isUnfinished(recorded);
  // The wait was for another object.
  if (!isSameObject(live, recorded.state)) return stored;
  if (!isUnresolved || live.metadata.deletionTimestamp || readinessOf(resource, live) === "ready") return stored;
  throw notReady(operation, stored, { reason: `${statusText(operation, live)}.` });
}

/** Whether a create or a wait has failed. */
const isUnfinished = ({ state }: Recorded): boolean =>
  state.uid === undefined || externalChangesIn(state.externalChange).includes("unready");
