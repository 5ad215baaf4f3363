import type { Call } from "../call";
import { type FieldError, invalidField } from "../fieldError";
import { internalError, type StatusError, versionTooLarge } from "../statusError";
import { uintProblem } from "../text/uintProblem";
import type { World } from "../world";

/** The version of the latest change. */
export function currentVersion(world: World): number {
  return Number(world.store.resourceVersion);
}

/** Reads a version; 0 if there is none. What is no version is refused, by each operation in its own way. */
export function parseVersion(text: string, refuse: (error: FieldError) => StatusError): number {
  const problem = uintProblem(text);
  if (problem === undefined) return Number(text);
  throw refuse(invalidField("resourceVersion", JSON.stringify(text), problem));
}

/** Refuses a read of one object that asks for a version that is still to come. */
export function checkAskedVersion(world: World, call: Call): void {
  const asked = call.query.get("resourceVersion") ?? "";
  const version = parseVersion(asked, ({ field, message }) => internalError(`${field}: ${message}`));
  if (version > currentVersion(world)) throw versionTooLarge(asked, world.store.resourceVersion);
}
