import type { ApiObject, JsonPatchOperation } from "../api/client.js";
import { isUnsupportedMediaType } from "../api/errors.js";
import { pathsWith } from "./fields.js";
import { inexactNumber, objectLabel, writtenFromState } from "./messages.js";
import { type OperationContext, ResourceError } from "./operation.js";
import { type ObjectShape, objectPaths } from "./shape.js";
import { isRecord, type Path, type Properties, valueAt } from "./values.js";
import { waitOrThrow } from "./waitAsAsked.js";

/** Servers refuse a JSON Patch of more operations. */
const longestPatch = 10_000;

/** The merged object, how it is reached from the live one, and what is known of it. */
export interface ObjectWrite {
  readonly id: string;
  readonly operations: readonly JsonPatchOperation[];
  readonly target: Properties;
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly recorded: ApiObject;
}

/** Writes by JSON Patch, or the whole object with its resourceVersion where the server takes no such JSON Patch. */
export async function write(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Promise<ApiObject> {
  if (change.operations.length > longestPatch) return replace(context, shape, change, tooManyChanges);
  try {
    return await context.client.patch([shape.plural, change.id], change.operations, context.call);
  } catch (error) {
    if (!isUnsupportedMediaType(error)) throw error;
    await waitOrThrow(context, [shape.plural, change.id], error);
    return replace(context, shape, change, noJsonPatch);
  }
}

const tooManyChanges = `a JSON Patch holds ${longestPatch} changes at most, and these are more`;
const noJsonPatch = "the server takes no JSON Patch";

function replace(
  context: OperationContext,
  shape: ObjectShape,
  change: ObjectWrite,
  reason: string,
): Promise<ApiObject> {
  const { plural, kind } = shape;
  const whole = withSecrets(context, shape, change);
  if (hasInexactNumber(change.target)) throw new ResourceError(inexactNumber(objectLabel(kind, change.id), reason));
  return context.client.replace([plural, change.id], whole, context.call);
}

/** Whether a number has lost digits when it was read, so that writing it back would change it. */
function hasInexactNumber(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasInexactNumber);
}

/** The object with the secrets that the server kept to itself: left out of a PUT, they would be removed. */
function withSecrets(context: OperationContext, shape: ObjectShape, change: ObjectWrite): Properties {
  const places = pathsWith(shape.inputs, "secret").flatMap((property) =>
    objectPaths(shape, context.config, property).map((path) => ({ property, path })),
  );
  return places.reduce((target, { property, path }) => {
    if (valueAt(target, path) !== undefined) return target;
    const declared = valueAt(change.after, path);
    const remembered = rememberedSecret(change, path);
    if (remembered !== undefined) context.warn(writtenFromState(objectLabel(shape.kind, change.id), property));
    return withValue(target, path, declared ?? remembered);
  }, change.target);
}

/** What state knows of a secret that the program never declared. */
function rememberedSecret({ before, after, recorded }: ObjectWrite, path: Path): unknown {
  const isDeclared = [before, after].some((each) => valueAt(each, path) !== undefined);
  return isDeclared ? undefined : valueAt(recorded, path);
}

/** The object with a value in it, if the object is there that holds it: a secret whose holder is gone was taken away with it. */
function withValue(target: Properties, [first, ...rest]: Path, value: unknown): Properties {
  const key = String(first);
  if (rest.length === 0) return { ...target, [key]: value };
  const inside = target[key];
  return isRecord(inside) ? { ...target, [key]: withValue(inside, rest, value) } : target;
}
