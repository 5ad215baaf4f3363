import type { Fault } from "../../../../../emulator/faults/fault";
import type { Kind, PlannedFault } from "../sequence";

/** The kinds in whose requests a resource is made, and is otherwise. */
const kindsOf = {
  SpaceTemplate: { create: "SpaceTemplate", other: "SpaceTemplate" },
  OwnedAccessKey: { create: "OwnedAccessKey", other: "OwnedAccessKey" },
  VirtualClusterImport: { create: "ProjectImportVirtualCluster", other: "VirtualClusterInstance" },
} as const satisfies Record<Kind, { create: string; other: string }>;

/** A planned fault as the platform takes it: whom of its kind it hits, is up to the order in which the engine goes. */
export function faultOf({ verb, times, action }: PlannedFault, kind: Kind): Fault {
  return { verb, times, action, kind: kindsOf[kind][verb === "create" ? "create" : "other"] };
}
