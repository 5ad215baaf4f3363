import type { ApiObject, JsonPatchOperation } from "../../api/client.js";
import { isUnsupportedMediaType } from "../../api/errors/errors.js";
import { withExactNumbers } from "../../api/input/exactNumbers.js";
import { markerPlaceholder } from "../../api/input/pulumiMarkers.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import { message } from "../../messages/message.js";
import { updateMessages } from "../../messages/updates.js";
import { pathsWith } from "../fields/fieldRules.js";
import { objectLabel } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { formatPath, isRecord, type Path, type Properties, textsAndKeysIn, valueAt } from "../values.js";
import { type ObjectShape, objectPaths } from "../wire/objectShape.js";
import { waitOrThrow } from "./liveObject.js";

/** Kubernetes rejects a JSON Patch of more operations. */
const maxPatchOperations = 10_000;

/** The input of an update; the three versions are in wire form. */
export interface Update {
  readonly id: string;
  /** uid of the object that state knows. */
  readonly uid: unknown;
  readonly policy: ConflictPolicy;
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly recorded: ApiObject;
}

/** A merged object, and the patch operations from the live one. */
export interface ObjectWrite extends Omit<Update, "uid" | "policy"> {
  readonly operations: readonly JsonPatchOperation[];
  readonly target: Properties;
  readonly live: ApiObject;
}

/** Sends a JSON Patch, or a PUT with the resourceVersion if the server rejects the patch. */
export async function write(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Promise<ApiObject> {
  if (change.operations.length > maxPatchOperations) return replace(context, shape, change);
  try {
    return await context.client.patch([shape.plural, change.id], change.operations, context.call);
  } catch (error) {
    if (!isUnsupportedMediaType(error)) throw error;
    await waitOrThrow(context, [shape.plural, change.id], error);
    return replace(context, shape, change);
  }
}

/** Sends a PUT that keeps the exact spelling of numbers that others wrote. */
function replace(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Promise<ApiObject> {
  if (textsAndKeysIn(change.live).includes(markerPlaceholder))
    throw new ResourceError(message(updateMessages.holdsMark, { label: objectLabel(shape.kind, change.id) }));
  const whole = withExactNumbers(withSecrets(context, shape, change), change.live);
  return context.client.replace([shape.plural, change.id], whole, context.call);
}

/** Adds the secrets that the server hides: a PUT without them would remove them. */
function withSecrets(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Properties {
  let { target } = change;
  for (const property of pathsWith(shape.inputs, "secret")) {
    for (const path of objectPaths(shape, context.config, property)) {
      if (valueAt(target, path) !== undefined) continue;
      const [declared, before, recorded] = [change.after, change.before, change.recorded].map((it) =>
        valueAt(it, path),
      );
      // A secret that the program never declared is taken from the state.
      const lastKnown = declared === undefined && before === undefined ? recorded : undefined;
      if (lastKnown !== undefined) {
        const values = { label: objectLabel(shape.kind, change.id), property: formatPath(property) };
        context.warn(message(updateMessages.writtenFromState, values));
      }
      target = withValue(target, path, declared ?? lastKnown);
    }
  }
  return target;
}

/** Sets a value if its parent exists: a secret was removed together with its parent. */
function withValue(target: Properties, [first, ...rest]: Path, value: unknown): Properties {
  const key = String(first);
  if (rest.length === 0) return { ...target, [key]: value };
  const inside = target[key];
  return isRecord(inside) ? { ...target, [key]: withValue(inside, rest, value) } : target;
}
