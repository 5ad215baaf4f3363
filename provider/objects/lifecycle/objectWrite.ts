import type { ApiObject, JsonPatchOperation } from "../../api/client.js";
import { isUnsupportedMediaType } from "../../api/errors/errors.js";
import { withExactNumbers } from "../../api/input/exactNumbers.js";
import { markerPlaceholder } from "../../api/input/pulumiMarkers.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import { pathsWith } from "../fields/fieldRules.js";
import { objectLabel, writtenFromState } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { isRecord, type Path, type Properties, textsAndKeysIn, valueAt } from "../values.js";
import { type ObjectShape, objectPaths } from "../wire/objectShape.js";
import { waitOrThrow } from "./find.js";

/** Servers refuse a JSON Patch of more operations. */
const longestPatch = 10_000;

/** What an update starts from; the three versions are in the form the server stores. */
export interface Update {
  readonly id: string;
  /** uid of the object that state knows. */
  readonly uid: unknown;
  readonly policy: ConflictPolicy;
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly recorded: ApiObject;
}

/** The merged object, how it is reached from the live one, and what is known of it. */
export interface ObjectWrite extends Omit<Update, "uid" | "policy"> {
  readonly operations: readonly JsonPatchOperation[];
  readonly target: Properties;
  readonly live: ApiObject;
}

/** Writes by JSON Patch, or the whole object with its resourceVersion where the server takes no such JSON Patch. */
export async function write(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Promise<ApiObject> {
  if (change.operations.length > longestPatch) return replace(context, shape, change);
  try {
    return await context.client.patch([shape.plural, change.id], change.operations, context.call);
  } catch (error) {
    if (!isUnsupportedMediaType(error)) throw error;
    await waitOrThrow(context, [shape.plural, change.id], error);
    return replace(context, shape, change);
  }
}

const holdsMark =
  "cannot be replaced as a whole: somebody else wrote a marker of Pulumi into it, which would get lost. " +
  "Nothing was written. Take the marker off with the platform's own tools.";

/** Replaces the whole object, with every number of others as they wrote it. */
function replace(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Promise<ApiObject> {
  if (textsAndKeysIn(change.live).includes(markerPlaceholder))
    throw new ResourceError(`${objectLabel(shape.kind, change.id)} ${holdsMark}`);
  const whole = withExactNumbers(withSecrets(context, shape, change), change.live);
  return context.client.replace([shape.plural, change.id], whole, context.call);
}

/** The object with the secrets that the server kept to itself: left out of a PUT, they would be removed. */
function withSecrets(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Properties {
  let { target } = change;
  for (const property of pathsWith(shape.inputs, "secret")) {
    for (const path of objectPaths(shape, context.config, property)) {
      if (valueAt(target, path) !== undefined) continue;
      const [declared, before, recorded] = [change.after, change.before, change.recorded].map((it) =>
        valueAt(it, path),
      );
      // What state knows of a secret that the program never declared.
      const remembered = declared === undefined && before === undefined ? recorded : undefined;
      if (remembered !== undefined) context.warn(writtenFromState(objectLabel(shape.kind, change.id), property));
      target = withValue(target, path, declared ?? remembered);
    }
  }
  return target;
}

/** The object with a value in it, if the object is there that holds it: a secret whose holder is gone was taken away with it. */
function withValue(target: Properties, [first, ...rest]: Path, value: unknown): Properties {
  const key = String(first);
  if (rest.length === 0) return { ...target, [key]: value };
  const inside = target[key];
  return isRecord(inside) ? { ...target, [key]: withValue(inside, rest, value) } : target;
}
