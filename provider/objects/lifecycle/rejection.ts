import type { ApiObject } from "../../api/client.js";
import { type ApiError, type Cause, isRejected } from "../../api/errors/errors.js";
import { mask } from "../../api/output/secretShapes.js";
import { fieldAt, rulesOf } from "../fields/fieldRules.js";
import { objectLabel, refused, restrictionsLost, unknownHere } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { formatPath, isRecord, isWithin, type Path, touches, valueAt } from "../values.js";
import { extraSpec, inputPath, type ObjectShape } from "../wire/objectShape.js";
import type { StoredKind } from "./storedKind.js";

/** A write, as its refusal is told. */
export interface Write {
  /** What was asked for, such as `create SpaceTemplate "dev"`. */
  readonly action: string;
  readonly object: object;
  /** Where values stand among the properties that no message may show. */
  readonly secretPaths: readonly Path[];
  /** Where the program sets what stands at a path of the object. */
  propertyAt(path: Path): Path | undefined;
  /** What to use in place of a property that the server does not know. */
  insteadOf?(property: Path): string | undefined;
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
    insteadOf(property) {
      const field = fieldAt(shape.inputs, property);
      return field && rulesOf(field).insteadOf;
    },
  };
}

/**
 * Runs a write. If the server refuses single fields, the error names the properties. Unknown fields
 * of other clients do not stop a write: it is sent again, and the server drops them.
 */
export async function explained<T>(write: Write, send: (dropsUnknownFields: boolean) => Promise<T>): Promise<T> {
  try {
    return await send(false);
  } catch (error) {
    const isOfOthers = isRejected(error) && error.unknownFields.length > 0 && unknownOf(write, error).length === 0;
    if (!isOfOthers) throw explanation(write, error);
  }
  return send(true).catch((error) => {
    throw explanation(write, error);
  });
}

function explanation(write: Write, error: unknown): unknown {
  if (!isRejected(error)) return error;
  const { action, object } = write;
  const unknown = unknownOf(write, error);
  if (unknown.length > 0) return new ResourceError(unknownHere(action, unknown), { cause: error });
  if (error.causes.length === 0) return error;
  const reasons = new Set(error.causes.map((cause) => reasonOf(write, cause)));
  const isOurs = error.causes.some(({ field }) => mayBeAny(field) || write.propertyAt(fieldPath(field, object)));
  return new ResourceError(refused(action, [...reasons], error.omittedCauses, isOurs), { cause: error });
}

/** The properties of the program that the server does not know, with what to use in their place. */
function unknownOf(
  { object, propertyAt, insteadOf }: Write,
  { unknownFields }: ApiError,
): [name: string, instead: string][] {
  const paths = unknownFields.map((field) => [field, fieldPath(field, object)] as const);
  const sent = paths.filter(([field, path]) => mayBeAny(field) || valueAt(object, path) !== undefined);
  return sent.map(([, path]) => {
    const property = propertyAt(path) ?? path;
    return [formatPath(property), insteadOf?.(property) ?? ""];
  });
}

/** Error text if the stored object has more access than the sent one. */
export function widerThanSent(
  kind: StoredKind,
  { config }: OperationContext,
  verb: string,
  sent: ApiObject,
  stored: ApiObject,
): string | undefined {
  const lost = kind.lostRestrictions?.(sent, stored) ?? [];
  if (lost.length === 0) return undefined;
  const properties = lost.map((path) => formatPath(inputPath(kind, config, path) ?? path));
  return restrictionsLost(`${verb} ${objectLabel(kind.kind, String(sent.metadata.name))}`, properties);
}

/** A field with a secret in its name may be any, as one without a name. */
const mayBeAny = (field: string): boolean => field === "" || field.includes(mask);

function reasonOf(write: Write, { field, reason, message }: Cause): string {
  const path = fieldPath(field, write.object);
  const property = write.propertyAt(path);
  const what = property ? `property "${formatPath(property)}"` : field && `field "${field}"`;
  const words = message.trim() || reason.trim() || "no reason given";
  // A field with a secret in its name may be any, so also one whose value is secret.
  const shown = field.includes(mask) || isSecret(write, path) ? hiddenReason : words;
  return what ? `${what}: ${shown}` : shown;
}

/** Whether what stands at a path of the object is secret, holds a secret, or would stand inside one that is a text. */
function isSecret({ secretPaths, propertyAt }: Write, path: Path): boolean {
  const property = propertyAt(path);
  if (property && touches(secretPaths, property)) return true;
  const around = path.map((_, end) => propertyAt(path.slice(0, end)));
  return around.some((each) => each && secretPaths.some((secret) => isWithin(each, secret)));
}

/** Replaces what a server says of a secret: masking does not find a part of a secret text. */
const hiddenReason = "the reason is not shown, since it may quote a secret";

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
