import type { Fault, FaultAction } from "../../../../emulator/faults/fault";

/** Kinds in a program. */
export type Kind = "SpaceTemplate" | "OwnedAccessKey" | "VirtualClusterImport";

/** A resource in all programs of a sequence, with a fixed kind. */
export interface Slot {
  letter: string;
  kind: Kind;
  isNamed: boolean;
}

/** A resource of a program. `inputsOf` converts it to inputs. */
export interface Declared extends Slot {
  displayName?: string | undefined;
  description?: string | undefined;
  /** Value of the label `env`. */
  env?: string | undefined;
  conflictPolicy?: "merge" | "overwrite" | "fail" | undefined;
  /** The principal of a key; a change replaces the key. */
  user: string;
  /** Which key value the program supplies. */
  supplied?: string | undefined;
  disabled?: boolean | undefined;
  /** A change replaces the key. */
  round?: string | undefined;
  /** Which virtual cluster is imported; a change replaces the import. */
  source: string;
  deletionPolicy?: "retain" | "delete" | undefined;
}

/** An edit by the colleague of the object of a slot. */
export interface Edit {
  letter: string;
  what: (typeof edits)[number];
}

/** All edits by the colleague. */
export const edits = [
  "add a label",
  "add an annotation",
  "set a field that no program declares",
  "set displayName",
  "set description",
  "set the label env",
  "add a finalizer",
  "remove the finalizers",
  "delete",
  "recreate",
  "disable the key",
  "replace the key",
  "create beside it",
  "create under its name",
] as const;

/** A fault of the next requests of one verb for the object of a slot. */
export interface PlannedFault {
  letter: string;
  verb: "get" | "create" | "patch" | "delete";
  times: number;
  action: FaultAction;
}

/** An event during a command, after so many of its requests (of one method only, if given). */
export interface Interruption {
  after: number;
  method?: "POST" | "PATCH" | "DELETE" | undefined;
  /** Before the platform gets the request, before its response, or after its response. */
  moment: "before" | "landed" | "answered";
  does: Edit | "kill the provider" | "kill the engine";
}

/** The faults of a command. */
export interface Trouble {
  faults: PlannedFault[];
  interruption?: Interruption | undefined;
}

/** A command, or an edit between two commands. A resource that a program omits is deleted. */
export type Step =
  | ({ do: "up"; program: Declared[] } & Trouble)
  | ({ do: "refresh" } & Trouble)
  | { do: "edit"; edit: Edit };

/** The steps of a stack, and the last program, which is deployed without faults. */
export interface Sequence {
  steps: Step[];
  /** What the program declares after the operation. */
  last: Declared[];
}

/** A planned fault as the platform takes it: an import is created by a kind of its own. */
export function faultOf({ verb, times, action }: PlannedFault, kind: Kind): Fault {
  const imported = verb === "create" ? "ProjectImportVirtualCluster" : "VirtualClusterInstance";
  return { verb, times, action, kind: kind === "VirtualClusterImport" ? imported : kind };
}

/** Whether the platform answers that an existing object does not exist. */
export const isDenial = ({ action }: PlannedFault): boolean =>
  typeof action === "object" && "status" in action && action.status === 404;

/** All slots of a sequence. */
export function slotsOf({ steps, last }: Sequence): Slot[] {
  const all: Declared[] = [...steps.flatMap((step) => (step.do === "up" ? step.program : [])), ...last];
  return [...new Map(all.map((each) => [each.letter, each])).values()];
}
