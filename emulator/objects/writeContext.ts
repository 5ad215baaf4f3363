import type { Caller } from "../access/caller";
import type { ManagedFieldsEntry } from "../kinds/apiObject";

/** How a write is done, whatever it writes. */
export interface WriteContext {
  manager: string;
  dryRun: boolean;
  caller: Caller;
  /** The field bookkeeping of an apply, which was done before; that of an update follows from what changes. */
  managedFields?: ManagedFieldsEntry[];
}
