import { externalChanges } from "../objects/externalChange.js";
import { InitializationError, type OperationContext, type Recorded, type Stored } from "../objects/operation.js";
import { holderOf } from "../objects/ownership.js";
import { finishedImport, isOurs } from "./importState.js";
import { labelOf, parseId } from "./importTarget.js";
import { findInstance, type Instance, platformHidesThem, sourceOfInstance } from "./virtualClusterInstance.js";

const notFinished = `${externalChanges.importUnfinished}.`;

/** Whether the outcome of the import is known. */
export const isFinished = ({ state }: Recorded) => state.virtualCluster !== undefined;

/** The outcome is unknown. The state lacks `virtualCluster`, so the next update looks for it. */
export function unfinishedImport(id: string, recorded: Recorded, reason: string): InitializationError {
  const message = `${labelOf(id)} may or may not be imported: ${reason} Run pulumi up again: it looks for the virtual cluster first.`;
  return new InitializationError({ ...recorded, id }, [message]);
}

/** Reads an unfinished import. It is finished if its virtual cluster exists. */
export async function readUnfinishedImport(
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  const { project, name } = parseId(id);
  const found = await findInstance(context, project, name);
  // The request may still be running, so a missing object or source does not mean "gone".
  if (found === undefined || found === platformHidesThem || !sourceOfInstance(found.object)) {
    const state = { ...recorded.state, externalChange: notFinished };
    throw unfinishedImport(id, { ...recorded, state }, notFinished);
  }
  if (isOurs(found, recorded)) return finished(id, recorded, found, name);
  context.warn(anotherSource(id));
  return undefined;
}

/** A read does not write, so the next update writes the token. */
function finished(id: string, { inputs, holder }: Recorded, found: Instance, name: string): Stored {
  const stored = { ...finishedImport(id, inputs, found, name), holder };
  if (inputs.deletionPolicy !== "delete" || holderOf(found.object) === holder) return stored;
  return { ...stored, state: { ...stored.state, externalChange: notFinished } };
}

/** Warning about a virtual cluster of the same name with another source. */
export const anotherSource = (id: string) =>
  `The virtual cluster of ${labelOf(id)} has another source; it is left alone.`;
