import type { JsonPatchOperation } from "../../api/client.js";
import { markerPlaceholder } from "../../api/input/untrustedJson.js";
import type { SecretField } from "../fields/secretEntries.js";
import { labelOf } from "../messages/messages.js";
import type { StoredOperation } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { formatPath, textsAndKeysIn } from "../values.js";
import { lostSecret, type SecretVersions } from "../wire/hiddenSecrets.js";
import { parsePointer } from "../wire/merge.js";
import { inputPath } from "../wire/objectShape.js";

/** Throws if a write would remove a secret that the program never declared. */
export function refuseSecretLoss(
  operation: StoredOperation,
  fields: readonly SecretField[],
  versions: SecretVersions,
): void {
  const lost = fields.map((field) => lostSecret(field, versions)).find((path) => path !== undefined);
  if (!lost) return;
  const property = formatPath(lost);
  throw new ResourceError(
    `Cannot update ${labelOf(operation)}: the write would remove ${property}, which the program does ` +
      "not declare. Nothing was written. Declare it in the program.",
  );
}

/** Throws if a write would replace a marker of Pulumi by the text that stands for it. */
export function refuseMarker(operation: StoredOperation, operations: readonly JsonPatchOperation[]): void {
  const marked = operations.find(({ value }) => textsAndKeysIn(value).includes(markerPlaceholder));
  if (!marked) return;
  const field = parsePointer(marked.path).slice(0, 2);
  const property = formatPath(inputPath(operation, field) ?? field);
  throw new ResourceError(
    `Cannot update ${labelOf(operation)}: the write would replace ${property}, in which another ` +
      "client wrote a marker of Pulumi. Nothing was written. Remove the marker with the platform's own tools.",
  );
}
