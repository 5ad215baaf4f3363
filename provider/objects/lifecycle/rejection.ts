import type { ApiObject } from "../../api/client.js";
import { type Cause, isRefused } from "../../api/errors/errors.js";
import { mask } from "../../api/output/secretShapes.js";
import { objectLabel, refused } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { anyOverlaps, formatPath, isRecord, isWithin, type Path, valueAt } from "../values.js";
import { extraSpec, inputPath, type ObjectShape } from "../wire/objectShape.js";

/** A write, described for the error if the platform rejects it. */
export interface WriteDescription {
  /** For example `create SpaceTemplate "dev"`. */
  readonly action: string;
  readonly object: object;
  /** Property paths of secrets; messages mask their values. */
  readonly secretPaths: readonly Path[];
  /** The property path for a path of the object. */
  propertyAt(path: Path): Path | undefined;
}

/** Describes the write of a stored object. */
export function describeWrite(
  shape: ObjectShape,
  { config, secretPaths }: OperationContext,
  verb: string,
  object: ApiObject,
): WriteDescription {
  return {
    action: `${verb} ${objectLabel(shape.kind, String(object.metadata.name))}`,
    object,
    secretPaths,
    propertyAt(path) {
      const property = inputPath(shape, config, path);
      // A field that the program does not declare is not its property.
      return property?.[0] !== extraSpec || valueAt(object, path) !== undefined ? property : undefined;
    },
  };
}

/** Runs a write. If the server rejects fields (details.causes), the error names the properties. */
export async function explainRejection<T>(write: WriteDescription, send: () => Promise<T>): Promise<T> {
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

/** A field without a name, or with a masked one, may be any field. */
const mayBeAny = (field: string): boolean => field === "" || field.includes(mask);

function reasonOf(write: WriteDescription, { field, reason, message }: Cause): string {
  const path = fieldPath(field, write.object);
  const property = write.propertyAt(path);
  const what = property ? `property "${formatPath(property)}"` : field && `field "${field}"`;
  const words = message.trim() || reason.trim() || "no reason given";
  // A field with a masked name may be a secret field.
  const shown = field.includes(mask) || isSecret(write, path) ? hiddenReason : words;
  return what ? `${what}: ${shown}` : shown;
}

/** Whether a path of the object overlaps a secret, or lies inside a text that is one. */
function isSecret({ secretPaths, propertyAt }: WriteDescription, path: Path): boolean {
  const property = propertyAt(path);
  if (property && anyOverlaps(secretPaths, property)) return true;
  const around = path.map((_, end) => propertyAt(path.slice(0, end)));
  return around.some((each) => each && secretPaths.some((secret) => isWithin(each, secret)));
}

/** Replaces a server's message about a secret: masking does not find parts of a secret. */
const hiddenReason = "the reason is not shown, since it may quote a secret";

/**
 * Parses the field of a Status: `spec.access[0].users`, `metadata.labels[a.b/c]`, and the ambiguous
 * `metadata.labels.a.b/c`, for which the sent object tells the keys.
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
