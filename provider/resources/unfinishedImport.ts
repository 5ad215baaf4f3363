import { externalChanges } from "../objects/externalChange.js";
import { InitializationError, type OperationContext, type Recorded, type Stored } from "../objects/operation.js";
import { holderOf } from "../objects/ownership.js";
import { finishedImport, isOurs } from "./importState.js";
import { labelOf, parseId } from "./importTarget.js";
import { findInstance, type Instance, platformHidesThem, sourceOfInstance } from "./virtualClusterInstance.js";

const notFinished = `${externalChanges.importUnfinished}.`;

/** Whether somebody saw the end of the import. */
export const isFinished = ({ state }: Recorded) => state.virtualCluster !== undefined;

/** Nobody knows whether the virtual cluster is there. State without its name says so, and the next update finds out. */
export function unfinishedImport(id: string, recorded: Recorded, reason: string): InitializationError {
  const message = `${labelOf(id)} may or may not be imported: ${reason} Run pulumi up again: it looks for the virtual cluster first.`;
  return new InitializationError({ ...recorded, id }, [message]);
}

/** A read of what an import left whose end nobody saw: it ends here only if its virtual cluster is there. */
export async function readUnfinishedImport(
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  const { project, name } = parseId(id);
  const found = await findInstance(context, project, name);
  // The request may still be under way, so what is not there yet, or does not show its source yet, is not gone.
  if (found === undefined || found === platformHidesThem || !sourceOfInstance(found.object)) {
    const state = { ...recorded.state, externalChange: notFinished };
    throw unfinishedImport(id, { ...recorded, state }, notFinished);
  }
  if (isOurs(found, recorded)) return finished(id, recorded, found, name);
  context.warn(anotherSource(id));
  return undefined;
}

/** A read writes nothing, so the next update takes hold of what a delete may have to remove. */
function finished(id: string, { inputs, holder }: Recorded, found: Instance, name: string): Stored {
  const stored = { ...finishedImport(id, inputs, found, name), holder };
  if (inputs.deletionPolicy !== "delete" || holderOf(found.object) === holder) return stored;
  return { ...stored, state: { ...stored.state, externalChange: notFinished } };
}

/** What becomes of a virtual cluster of somebody else that has the name of ours. */
export const anotherSource = (id: string) =>
  `The virtual cluster of ${labelOf(id)} has another source; it is left alone.`;
