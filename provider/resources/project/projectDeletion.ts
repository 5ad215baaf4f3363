import type { ApiObject } from "../../api/client.js";
import { isNotFound, isUnknownEndpoint } from "../../api/errors/errors.js";
import { shownName } from "../../api/output/redaction.js";
import { labelOf } from "../../objects/messages/messages.js";
import { isFromThisStack } from "../../objects/ownership.js";
import type { StoredOperation } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";

/** Plurals of the objects in a project that are expensive to lose. */
const instancePlurals = ["virtualclusterinstances", "spaceinstances"];

/** Maximum number of objects in a message. */
const maxNamedLosses = 20;

/** Throws if a deletion of the project would take virtual clusters or spaces of others with it. */
export async function refuseLoss(operation: StoredOperation): Promise<void> {
  const { recorded, place } = operation;
  if (recorded.inputs.forceDelete === true) return;
  const found = await Promise.all(instancePlurals.map((plural) => othersIn(operation, plural)));
  const lost = found.flat();
  if (lost.length === 0) return;
  const named = `${lost.slice(0, maxNamedLosses).join(", ")}${lost.length > maxNamedLosses ? ", …" : ""}`;
  throw new ResourceError(
    `Cannot delete ${labelOf(operation)}: ${lost.length} that this stack has not made would go with it: ` +
      `${named}. Delete them in namespace ${place.outputs.namespace} first, or set forceDelete: true and run ` +
      "pulumi up before.",
  );
}

/** The live objects of a kind in the project that this stack has not made. */
async function othersIn(operation: StoredOperation, plural: string): Promise<string[]> {
  const { client, call, place } = operation;
  const path = ["namespaces", String(place.outputs.namespace), plural];
  const isOther = (object: ApiObject) => !object.metadata.deletionTimestamp && !isFromThisStack(object, operation);
  const found: string[] = [];
  try {
    for await (const object of client.list(path, { metadataOnly: true }, call))
      if (isOther(object)) found.push(`${plural}/${shownName(String(object.metadata.name))}`);
  } catch (error) {
    // Without the namespace or the kind, there are no such objects.
    if (!isNotFound(error) && !isUnknownEndpoint(error)) throw error;
  }
  return found;
}
