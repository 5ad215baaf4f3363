import { secretsOf } from "../../api/call.js";
import type { ApiObject } from "../../api/client.js";
import { mask } from "../../api/output/secretForms.js";
import { pathsWith } from "../fields/fieldRules.js";
import { conflicting, labelOf, widened } from "../messages/messages.js";
import type { Context } from "../operation.js";
import type { StoredOperation } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { lastWriter } from "../state/fieldManagers.js";
import { anyOverlaps, isEmpty, isWithinAny, valueAt } from "../values.js";
import type { MergeConflict } from "../wire/merge.js";
import { inputPath } from "../wire/objectShape.js";
import type { WiderAccess } from "../wire/restrictions.js";

/** Throws if the program and others changed the same fields. Values are masked and truncated. */
export function refuseConflicts(
  operation: StoredOperation,
  { live, found }: { readonly live: ApiObject; readonly found: readonly MergeConflict[] },
): void {
  const secrets = pathsWith(operation.resource.inputs, "secret");
  const conflicts = found
    .map((conflict) => ({ ...conflict, property: inputPath(operation, conflict.path) ?? conflict.path }))
    // A server may hide a secret, so its absence is no change.
    .filter(({ property, theirs }) => !isEmpty(theirs) || !isWithinAny(property, secrets));
  if (conflicts.length === 0) return;
  const shown = conflicts.map((conflict) => describe(operation, live, conflict));
  throw new ResourceError(conflicting(labelOf(operation), shown));
}

/** Warns of what other clients added to the access of an object, or took from its restrictions. */
export function warnOfWiderAccess(
  operation: StoredOperation,
  { live, wider }: { readonly live: ApiObject; readonly wider: readonly WiderAccess[] },
): void {
  if (wider.length === 0) return;
  const fields = wider.map((place) => ({ ...describe(operation, live, place), theirs: valueAt(live, place.path) }));
  operation.warn(widened(labelOf(operation), fields));
}

// A message shows three values of a field, each of which may be a megabyte.
const maxValueLength = 300;

function describe<Place extends WiderAccess>(context: Context, live: ApiObject, place: Place) {
  const { secretPaths, call, config } = context;
  const secrets = secretsOf(call, config);
  const isSecret = anyOverlaps(secretPaths, place.property);
  const shown = (value: unknown) => {
    if (isSecret) return mask;
    return value === undefined ? "nothing" : secrets.redact(JSON.stringify(value), "others", maxValueLength);
  };
  return { ...place, writer: lastWriter(live, place.path), shown };
}
