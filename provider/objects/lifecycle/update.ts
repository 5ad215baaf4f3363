import type { ApiObject } from "../../api/client.js";
import { isConflict, isNotFound, isUnexplained } from "../../api/errors/errors.js";
import { mask } from "../../api/output/secretShapes.js";
import { Secrets } from "../../api/output/secrets.js";
import { pathsWith } from "../fields/fieldRules.js";
import {
  alwaysChanging,
  anotherObject,
  answeredAnother,
  beingDeleted,
  conflicting,
  notOnThisPlatform,
  objectLabel,
  withoutVersion,
} from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { relabelled } from "../ownership.js";
import { lastWriter } from "../state/fieldManagers.js";
import { isZero, type Path, touches } from "../values.js";
import { guardedPatch, type MergeConflict, type Merged, threeWayMerge } from "../wire/merge.js";
import { inputPath, type ObjectShape, sameInObject, sharedLists, withoutMasks } from "../wire/objectShape.js";
import { findObject, refuseElsewhere, waitForRetry } from "./find.js";
import { type Update, write } from "./objectWrite.js";

/** The object after an update, and what was sent of it. */
export interface Updated {
  readonly live: ApiObject;
  readonly sent: ApiObject;
}

/**
 * Writes what the program changed, and only that, onto the live object: read, three-way merge, a patch that can only apply to
 * the version just read. Starts again, bounded, when somebody else was faster.
 */
export async function updateObject(context: OperationContext, shape: ObjectShape, update: Update): Promise<Updated> {
  const refusals: Refusal[] = [];
  for (;;) {
    const live = await ownObject(context, shape, update);
    const last = refusals.at(-1);
    if (last?.onlyIfNewer && last.version === live.metadata.resourceVersion) throw last.error;
    const result = await writeOnto(context, shape, update, live);
    if (!(result instanceof Refusal)) return result;
    refusals.push(result);
    await pauseAfterConflict(context, shape, update, result.error, refusals);
  }
}

/** A write that was refused because the object is not, or may not be, the version any more that it was meant for. */
class Refusal {
  constructor(
    readonly error: Error,
    readonly version: unknown,
    /** Only another version would explain it. */
    readonly onlyIfNewer: boolean,
  ) {}
}

/** One attempt: the object as it is then, or why it could not be written onto the version that was read. */
async function writeOnto(
  context: OperationContext,
  shape: ObjectShape,
  update: Update,
  live: ApiObject,
): Promise<Updated | Refusal> {
  const version = live.metadata.resourceVersion;
  const target = relabelled(merge(context, shape, update, live).target as ApiObject, context);
  const operations = guardedPatch(live, target, String(version));
  if (operations.length === 0) return { live, sent: live };
  // "0" is no version to Kubernetes, and guards nothing: the server would write onto any newer one.
  if (!version || version === "0") throw new ResourceError(withoutVersion(objectLabel(shape.kind, update.id)));
  try {
    const written = await write(context, shape, { ...update, operations, target, live });
    if (written.metadata.uid === update.uid) return { live: written, sent: target };
    // State would take another object for its own.
    throw new ResourceError(answeredAnother(objectLabel(shape.kind, update.id), update.uid, written.metadata.uid));
  } catch (error) {
    // A patch for another version may fail before its guard is reached, such as by removing what is gone.
    const onlyIfNewer = isUnexplained(error) || isNotFound(error);
    if (onlyIfNewer || isConflict(error)) return new Refusal(error, version, onlyIfNewer);
    throw error;
  }
}

/** Gives the other writer a moment, bounded by the number of attempts and by the operation's time. */
async function pauseAfterConflict(
  context: OperationContext,
  { plural, kind }: ObjectShape,
  { id }: Update,
  cause: Error,
  refusals: readonly Refusal[],
): Promise<void> {
  const attempt = refusals.length;
  if (await waitForRetry(context, [plural, id], cause, attempt)) return;
  // Where nobody wrote in between, the server has other reasons, and words for them.
  if (new Set(refusals.map(({ version }) => version)).size < 2) throw cause;
  throw new ResourceError(alwaysChanging(objectLabel(kind, id), attempt), { cause });
}

/** The live object, if it is the one that state knows and it may be written. */
async function ownObject(context: OperationContext, shape: ObjectShape, update: Update): Promise<ApiObject> {
  const { plural, kind } = shape;
  const label = objectLabel(kind, update.id);
  const live = await findObject(context, [plural, update.id]);
  if (live?.metadata.uid !== update.uid) await refuseElsewhere(context, "update", label);
  if (!live) throw new ResourceError(notOnThisPlatform(label));
  const { uid, deletionTimestamp } = live.metadata;
  if (uid !== update.uid) throw new ResourceError(anotherObject("update", label, update.uid, uid));
  if (deletionTimestamp) throw new ResourceError(beingDeleted(label, live.metadata));
  return withoutMasks(shape, live, context.config);
}

function merge(
  context: OperationContext,
  shape: ObjectShape,
  { id, policy, before, after, recorded }: Update,
  live: ApiObject,
): Merged {
  const { config, ignored } = context;
  const propertyAt = (path: Path) => inputPath(shape, config, path);
  const rules = { same: sameInObject(shape, config), policy, ignored, propertyAt, shared: sharedLists(shape, config) };
  const merged = threeWayMerge({ before, after, recorded, live }, rules);
  const conflicts = merged.conflicts
    .map((conflict) => ({ ...conflict, property: propertyAt(conflict.path) ?? conflict.path }))
    // A server may hide a secret. That a read does not show it says nothing of who changed it.
    .filter(({ property, theirs }) => !isZero(theirs) || !touches(pathsWith(shape.inputs, "secret"), property));
  if (conflicts.length === 0) return merged;
  const shown = conflicts.map((conflict) => describe(context, live, conflict));
  throw new ResourceError(conflicting(objectLabel(shape.kind, id), shown));
}

// A field may hold a megabyte, three times over in one sentence.
const longestValue = 300;

function describe(context: OperationContext, live: ApiObject, conflict: MergeConflict & { readonly property: Path }) {
  const { secretPaths, call, config } = context;
  const secrets = (call.secrets ?? new Secrets()).add(config.accessKey);
  const isSecret = touches(secretPaths, conflict.property);
  const shown = (value: unknown) => {
    if (isSecret) return mask;
    return value === undefined ? "nothing" : secrets.redact(JSON.stringify(value), "others", longestValue);
  };
  return { ...conflict, writer: lastWriter(live, conflict.path), shown };
}
