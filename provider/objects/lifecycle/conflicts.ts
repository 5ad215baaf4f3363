import type { ApiObject } from "../../api/client.js";
import { Secrets } from "../../api/output/redaction.js";
import { mask } from "../../api/output/secretShapes.js";
import { pathsWith } from "../fields/fieldRules.js";
import { conflicting } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { lastWriter } from "../state/fieldManagers.js";
import { anyOverlaps, isEmpty, isWithin, type Path } from "../values.js";
import type { MergeConflict } from "../wire/merge.js";
import { inputPath, type ObjectShape } from "../wire/objectShape.js";

/** Throws if the program and others changed the same fields. Values are masked and truncated. */
export function refuseConflicts(
  context: OperationContext,
  shape: ObjectShape,
  label: string,
  live: ApiObject,
  found: readonly MergeConflict[],
): void {
  const conflicts = found
    .map((conflict) => ({ ...conflict, property: inputPath(shape, context.config, conflict.path) ?? conflict.path }))
    // A server may hide a secret, so its absence is no change.
    .filter(({ property, theirs }) => !isEmpty(theirs) || !isSecretField(shape, property));
  if (conflicts.length === 0) return;
  const shown = conflicts.map((conflict) => describe(context, live, conflict));
  throw new ResourceError(conflicting(label, shown));
}

const isSecretField = ({ inputs }: ObjectShape, property: Path): boolean =>
  pathsWith(inputs, "secret").some((secret) => isWithin(property, secret));

// A message shows three values of a field, each of which may be a megabyte.
const maxValueLength = 300;

function describe(context: OperationContext, live: ApiObject, conflict: MergeConflict & { readonly property: Path }) {
  const { secretPaths, call, config } = context;
  const secrets = (call.secrets ?? new Secrets()).add(config.accessKey);
  const isSecret = anyOverlaps(secretPaths, conflict.property);
  const shown = (value: unknown) => {
    if (isSecret) return mask;
    return value === undefined ? "nothing" : secrets.redact(JSON.stringify(value), "others", maxValueLength);
  };
  return { ...conflict, writer: lastWriter(live, conflict.path), shown };
}
