import { secretsOf } from "../../api/call.js";
import type { ApiObject } from "../../api/client.js";
import { secretPlaceholder } from "../../api/output/secretForms.js";
import { conflicting, labelOf, widened } from "../messages/messages.js";
import type { StoredOperation } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { lastWriter } from "../state/fieldManagers.js";
import { isWithinAny, overlapsAny, type Path, valueAt } from "../values.js";
import type { MergeConflict } from "../wire/merge.js";
import { propertyAt } from "../wire/objectShape.js";
import { widerAccess } from "../wire/restrictions.js";

/** Throws if a merge found conflicts. Values are masked and truncated. */
export function refuseConflicts(
  operation: StoredOperation,
  { live, declared, found }: Record<"live" | "declared", ApiObject> & { readonly found: readonly MergeConflict[] },
): void {
  // Access that another client added is no conflict: the update takes it back.
  const wider = widerAccess(operation, { sent: declared, stored: live });
  const added = wider.filter((path) => valueAt(declared, path) === undefined);
  const conflicts = found.filter(({ path }) => !isWithinAny(path, added));
  if (conflicts.length === 0) return;
  const described = conflicts.map((conflict) => ({ ...conflict, ...describeField(operation, live, conflict.path) }));
  throw new ResourceError(conflicting(labelOf(operation), described));
}

/** Warns of what other clients added to the access of an object, or took from its restrictions. */
export function warnOfWiderAccess(
  operation: StoredOperation,
  { live, wider }: { readonly live: ApiObject; readonly wider: readonly Path[] },
): void {
  if (wider.length === 0) return;
  const fields = wider.map((path) => ({ ...describeField(operation, live, path), theirs: valueAt(live, path) }));
  operation.warn(widened(labelOf(operation), fields));
}

// A message shows three values of a field, each of which may be a megabyte.
const maxValueLength = 300;

function describeField(operation: StoredOperation, live: ApiObject, path: Path) {
  const { secretPaths, call, config } = operation;
  const property = propertyAt(operation, path);
  const secrets = secretsOf(call, config);
  const isSecret = overlapsAny(property, secretPaths);
  const show = (value: unknown) => {
    if (isSecret) return secretPlaceholder;
    return value === undefined ? "nothing" : secrets.redact(JSON.stringify(value), "other", maxValueLength);
  };
  return { property, writer: lastWriter(live, path), show };
}
