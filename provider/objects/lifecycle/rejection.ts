import type { ApiObject } from "../../api/client.js";
import { type Cause, isRefused } from "../../api/errors/errors.js";
import { mask } from "../../api/output/secretShapes.js";
import { updateMessages } from "../../messages/updates.js";
import { objectLabel, refused } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { formatPath, isRecord, isWithin, type Path, touches, valueAt } from "../values.js";
import { extraSpec, inputPath, type ObjectShape } from "../wire/objectShape.js";

/** A write, as its refusal is told. */
export interface Write {
  /** What was asked for, such as `create SpaceTemplate "dev"`. */
  readonly action: string;
  readonly object: object;
  /** Where values stand among the properties that no message may show. */
  readonly secretPaths: readonly Path[];
  /** Where the program sets what stands at a path of the object. */
  propertyAt(path: Path): Path | undefined;
}

/** The write of a stored object. */
export function writeOf(
  shape: ObjectShape,
  { config, secretPaths }: OperationContext,
  verb: string,
  object: ApiObject,
): Write {
  return {
    action: `${verb} ${objectLabel(shape.kind, String(object.metadata.name))}`,
    object,
    secretPaths,
    propertyAt(path) {
      const property = inputPath(shape, config, path);
      // A field of others is no property of the program.
      return property?.[0] !== extraSpec || valueAt(object, path) !== undefined ? property : undefined;
    },
  };
}

/** Runs a write; where the server refuses single fields (details.causes of a 422 or 400), the error names the program's properties. */
export async function explained<T>(write: Write, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isRefused(error) || error.causes.length === 0) throw error;
    const { action, object } = write;
    const reasons = new Set(error.causes.map((cause) => reasonOf(write, cause)));
    const isOurs = error.causes.some(({ field }) => mayBeAny(field) || write.propertyAt(fieldPath(field, object)));
    throw new ResourceError(refused(action, [...reasons], error.causesLeftOut, isOurs), { cause: error });
  }
}

/** A field with a secret in its name may be any, as one without a name. */
const mayBeAny = (field: string): boolean => field === "" || field.includes(mask);

function reasonOf(write: Write, { field, reason, message }: Cause): string {
  const path = fieldPath(field, write.object);
  const property = write.propertyAt(path);
  const what = property ? `property "${formatPath(property)}"` : field && `field "${field}"`;
  const words = message.trim() || reason.trim() || updateMessages.noReason.text;
  // Masking does not find a part of a secret text. A field with a secret in its name may be any.
  const shown = field.includes(mask) || isSecret(write, path) ? updateMessages.hiddenReason.text : words;
  return what ? `${what}: ${shown}` : shown;
}

/** Whether what stands at a path of the object is secret, holds a secret, or would stand inside one that is a text. */
function isSecret({ secretPaths, propertyAt }: Write, path: Path): boolean {
  const property = propertyAt(path);
  if (property && touches(secretPaths, property)) return true;
  const around = path.map((_, end) => propertyAt(path.slice(0, end)));
  return around.some((each) => each && secretPaths.some((secret) => isWithin(each, secret)));
}

/**
 * The path that a field of a Status means in the object that was sent: `spec.access[0].users`, `metadata.labels[a.b/c]` and
 * also `metadata.labels.a.b/c`, in which only the object tells the key from the path.
 */
export function fieldPath(field: string, object: unknown): Path {
  if (field === "") return [];
  const [bracketed, inside] = /^\[([^\]]*)\]/.exec(field) ?? [];
  const key = inside ?? longestKey(field, object) ?? /^[^.[]+/.exec(field)?.[0] ?? field;
  const step = Array.isArray(object) && bracketed && /^\d+$/.test(key) ? Number(key) : key;
  const rest = field.slice((bracketed ?? key).length).replace(/^\./, "");
  return [step, ...fieldPath(rest, valueAt(object, [step]))];
}

function longestKey(field: string, object: unknown): string | undefined {
  const known = isRecord(object) ? Object.keys(object).filter((key) => key !== "" && startsWithKey(field, key)) : [];
  return known.sort((a, b) => b.length - a.length)[0];
}

const startsWithKey = (field: string, key: string) =>
  field.startsWith(key) && ["", ".", "["].includes(field.charAt(key.length));
