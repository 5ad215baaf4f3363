import type { ApiObject } from "../../api/client.js";
import { labelOf, restrictionsLost } from "../messages/messages.js";
import type { StoredOperation } from "../resource.js";
import {
  asRecord,
  formatPath,
  getOwn,
  isRecord,
  isWithinAny,
  omitBy,
  type Path,
  type Properties,
  valueAt,
} from "../values.js";
import { propertyAt, type WireForm } from "./objectShape.js";

/** The object that a program declares or a write sent, and the one that the platform has. */
interface SentAndStored {
  readonly sent: ApiObject;
  readonly stored: ApiObject;
}

/** The paths at which the stored object allows more than the sent one, whoever widened it. */
export const widerAccess = ({ resource }: WireForm, { sent, stored }: SentAndStored): readonly Path[] =>
  resource.lostRestrictions?.(sent, stored) ?? [];

/** Error text if the stored object has more access than the sent one. */
export function restrictionProblem(
  form: WireForm & { readonly id: string },
  { verb, sent, stored }: SentAndStored & { readonly verb: string },
): string | undefined {
  const lost = widerAccess(form, { sent, stored });
  if (lost.length === 0) return undefined;
  const properties = lost.map((path) => formatPath(propertyAt(form, path)));
  return restrictionsLost(`${verb} ${labelOf(form)}`, properties);
}

/** An object that allows no more than declared, and the paths at which it allowed more before. */
export interface Narrowed {
  readonly target: ApiObject;
  readonly wider: readonly Path[];
}

/**
 * Takes back what allows more than declared. Members that restrict further stay, and so do the
 * properties of ignoreChanges.
 */
export function narrowed(operation: StoredOperation, { sent: declared, stored: target }: SentAndStored): Narrowed {
  const widerIn = (object: ApiObject) =>
    widerAccess(operation, { sent: declared, stored: object }).filter(
      (path) => !isWithinAny(propertyAt(operation, path), operation.ignored),
    );
  const restore = (object: ApiObject) =>
    widerIn(object).reduce((narrower, path) => withDeclared(narrower, path, declared), object);
  // A restored object keeps its other live members, which may allow more: hence the second pass.
  return { target: restore(restore(target)), wider: widerIn(target) };
}

function withDeclared(object: ApiObject, path: Path, declared: ApiObject): ApiObject {
  const value = valueAt(declared, path);
  const members = valueAt(object, path);
  const restored = isRecord(value) && isRecord(members) ? { ...members, ...value } : value;
  return withPath({ ...object }, path, restored) as unknown as ApiObject;
}

/** The properties with a value at a path. Adds missing parents; undefined removes the member. */
export function withPath(properties: Properties, [first, ...rest]: Path, value: unknown): Properties {
  const key = String(first);
  const inside = getOwn(properties, key);
  const member = rest.length === 0 ? value : withPath(asRecord(inside), rest, value);
  return omitBy({ ...properties, [key]: member }, (each) => each === undefined);
}
