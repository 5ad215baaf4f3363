import type { ApiObject } from "../../api/client.js";
import { type ApiError, type Cause, hiddenReason, isRejected } from "../../api/errors/errors.js";
import { secretPlaceholder } from "../../api/output/secretForms.js";
import { fieldAt, rulesOf } from "../fields/fieldRules.js";
import { labelOf, refused, unknownPropertiesMessage } from "../messages/messages.js";
import type { StoredOperation } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { formatPath, isRecord, isWithinAny, overlapsAny, type Path, valueAt } from "../values.js";
import { inputPath, openSpecKey } from "../wire/objectShape.js";

/** A write, described for the error if the platform rejects it. */
interface WriteDescription {
  /** For example `create SpaceTemplate "dev"`. */
  readonly action: string;
  readonly object: object;
  /** Property paths of secrets; messages mask their values. */
  readonly secretPaths: readonly Path[];
  /** The property path for a path of the object. */
  propertyAt(path: Path): Path | undefined;
  /** The object may hold fields of other clients, which the server may drop. */
  readonly mayDropFields?: boolean;
  /** The replacement of a property that the server does not know. */
  insteadOf?(property: Path): string | undefined;
}

/** Describes the write of a stored object. */
export function describeWrite(
  operation: StoredOperation,
  { verb, object }: { readonly verb: "create" | "update"; readonly object: ApiObject },
): WriteDescription {
  const { resource, secretPaths } = operation;
  return {
    action: `${verb} ${labelOf(operation)}`,
    object,
    secretPaths,
    mayDropFields: verb === "update",
    propertyAt(path) {
      const property = inputPath(operation, path);
      // Any spec field may be in the open map. It is a property only if the object has it.
      const isOpen = property?.[0] === openSpecKey(resource.inputs);
      return isOpen && valueAt(object, path) === undefined ? undefined : property;
    },
    insteadOf(property) {
      const field = fieldAt(resource.inputs, property);
      return field && rulesOf(field).insteadOf;
    },
  };
}

/**
 * Runs a write. If the server rejects fields, the error names the properties. Unknown fields of
 * other clients do not stop a write: it is sent again, and the server drops them.
 */
export async function explainRejection<T>(
  write: WriteDescription,
  send: (dropsUnknownFields: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await send(false);
  } catch (error) {
    const areOfOthers =
      isRejected(error) && error.unknownFields.length > 0 && unknownProperties(write, error).length === 0;
    if (!write.mayDropFields || !areOfOthers) throw explanation(write, error);
  }
  return send(true).catch((error) => {
    throw explanation(write, error);
  });
}

function explanation(write: WriteDescription, error: unknown): unknown {
  if (!isRejected(error)) return error;
  const { action, object } = write;
  const properties = unknownProperties(write, error);
  if (properties.length > 0) return new ResourceError(unknownPropertiesMessage(action, properties), { cause: error });
  if (error.causes.length === 0) return error;
  const reasons = [...new Set(error.causes.map((cause) => reasonOf(write, cause)))];
  const isOurs = error.causes.some(({ field }) => mayBeAny(field) || write.propertyAt(fieldPath(field, object)));
  return new ResourceError(refused(action, reasons, error.omittedCauses, isOurs), { cause: error });
}

/** The properties of the program that the server does not know, with their replacement or "". */
function unknownProperties(
  { object, propertyAt, insteadOf }: WriteDescription,
  { unknownFields }: ApiError,
): [name: string, instead: string][] {
  const paths = unknownFields.map((field) => [field, fieldPath(field, object)] as const);
  const sent = paths.filter(([field, path]) => mayBeAny(field) || valueAt(object, path) !== undefined);
  return sent.map(([, path]) => {
    const property = propertyAt(path) ?? path;
    return [formatPath(property), insteadOf?.(property) ?? ""];
  });
}

/** Whether a rejected field may be any: it has no name, or a masked one. */
const mayBeAny = (field: string): boolean => field === "" || field.includes(secretPlaceholder);

function reasonOf(write: WriteDescription, { field, reason, message }: Cause): string {
  const path = fieldPath(field, write.object);
  const property = write.propertyAt(path);
  const text = message.trim() || reason.trim() || "no reason given";
  // The text may quote a part of a secret, which masking does not find. A field with a masked
  // name may be secret.
  const mayQuoteSecret = field.includes(secretPlaceholder) || isSecretPath(write, path);
  const shown = mayQuoteSecret ? hiddenReason : text;
  if (property) return `property "${formatPath(property)}": ${shown}`;
  return field === "" ? shown : `field "${field}": ${shown}`;
}

/** Whether a path of the object overlaps a secret, or lies inside a text that is one. */
function isSecretPath({ secretPaths, propertyAt }: WriteDescription, path: Path): boolean {
  const property = propertyAt(path);
  if (property && overlapsAny(property, secretPaths)) return true;
  const around = path.map((_, end) => propertyAt(path.slice(0, end)));
  return around.some((each) => each && isWithinAny(each, secretPaths));
}

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
