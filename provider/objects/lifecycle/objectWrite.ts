import type { ApiObject, JsonPatchOperation } from "../../api/client.js";
import { isUnsupportedMediaType } from "../../api/errors/errors.js";
import { withExactNumbers } from "../../api/input/exactNumbers.js";
import { markerPlaceholder } from "../../api/input/pulumiMarkers.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import { message } from "../../messages/message.js";
import { updateMessages } from "../../messages/writes.js";
import type { SecretField } from "../fields/secretEntries.js";
import { objectLabel } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { expandPath, formatPath, type Properties, textsAndKeysIn, valueAt, withValue } from "../values.js";
import { lostSecret, type SecretVersions, secretFields, valueInSameEntry } from "../wire/hiddenSecrets.js";
import { inputPath, type ObjectShape } from "../wire/objectShape.js";
import { waitOrThrow } from "./liveObject.js";

/** Kubernetes rejects a JSON Patch of more operations. */
export const maxPatchOperations = 10_000;

/** The input of an update; the three versions are in wire form. */
export interface Update {
  readonly id: string;
  /** uid of the object that state knows. */
  readonly uid: unknown;
  readonly policy: ConflictPolicy;
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly recorded: ApiObject;
  /** The live object unless others have written since; absent if the state does not tell. */
  readonly known?: ApiObject | undefined;
}

/** A merged object, and the patch operations from the live one. */
export interface ObjectWrite extends Omit<Update, "uid" | "policy" | "known"> {
  readonly operations: readonly JsonPatchOperation[];
  readonly target: Properties;
  readonly live: ApiObject;
  /** The live object with the server's masks of secrets. */
  readonly shown: ApiObject;
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
  const target = withSecrets(context, shape, change);
  refuseLoss(shape, secretFields(shape, context.config), { ...change, target });
  const whole = withExactNumbers(target, change.live);
  return context.client.replace([shape.plural, change.id], whole, context.call);
}

/** Throws if a write would remove a secret that the program never declared. */
export function refuseLoss(
  { kind }: ObjectShape,
  fields: readonly SecretField[],
  { id, ...versions }: SecretVersions & Pick<Update, "id">,
): void {
  const lost = fields.map((field) => lostSecret(field, versions)).find((path) => path !== undefined);
  if (!lost) return;
  const property = formatPath(lost);
  throw new ResourceError(message(updateMessages.losesSecret, { label: objectLabel(kind, id), property }));
}

/** Adds the secrets that the server hides: a PUT without them would remove them. */
function withSecrets(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Properties {
  let { target } = change;
  const fields = secretFields(shape, context.config);
  const places = fields.flatMap((field) => expandPath(change.target, field.path).map((path) => ({ field, path })));
  for (const { field, path } of places) {
    if (valueAt(target, path) !== undefined) continue;
    const versions = [change.after, change.before, change.recorded];
    const [declared, before, recorded] = versions.map((it) => valueInSameEntry(field, path, change.target, it));
    // A secret that the program never declared is taken from the state.
    const lastKnown = declared === undefined && before === undefined ? recorded : undefined;
    if (lastKnown !== undefined) {
      const property = formatPath(inputPath(shape, context.config, path) ?? path);
      context.warn(message(updateMessages.writtenFromState, { label: objectLabel(shape.kind, change.id), property }));
    }
    // A secret that was removed together with its parent is not set.
    target = withValue(target, path, declared ?? lastKnown) as Properties;
  }
  return target;
}
