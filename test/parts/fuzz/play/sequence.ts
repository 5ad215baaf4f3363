import type { Fault, FaultAction } from "../../../../emulator/faults/fault";

/** The kinds that a program declares. */
export type Kind = "SpaceTemplate" | "OwnedAccessKey" | "VirtualClusterImport";

/** A place in a program: its resource keeps its kind, and whether the program names the object, in the whole sequence. */
export interface Slot {
  letter: string;
  kind: Kind;
  isNamed: boolean;
}

/** A resource of a program; what is absent is not declared. `inputsOf` makes inputs of it. */
export interface Declared extends Slot {
  displayName?: string | undefined;
  description?: string | undefined;
  /** Value of the label `env`. */
  env?: string | undefined;
  conflictPolicy?: "merge" | "overwrite" | "fail" | undefined;
  /** Whom a key acts for; a change replaces it. */
  user: string;
  /** Which value of its own the program gives a key. */
  supplied?: string | undefined;
  disabled?: boolean | undefined;
  /** A change of it replaces a key. */
  round?: string | undefined;
  /** Which virtual cluster is imported; a change replaces the import. */
  source: string;
  deletionPolicy?: "retain" | "delete" | undefined;
}

/** What a colleague does to the object of a slot, or beside it. */
export interface Edit {
  letter: string;
  what: (typeof edits)[number];
}

/** All that a colleague does. */
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

/** What goes wrong with the next requests of one verb for the object of a slot. */
export interface PlannedFault {
  letter: string;
  verb: "get" | "create" | "patch" | "delete";
  times: number;
  action: FaultAction;
}

/** What happens in the middle of a command: once, when so many of its requests went by; of one method only, if it is given. */
export interface Interruption {
  after: number;
  method?: "POST" | "PATCH" | "DELETE" | undefined;
  /** Before the platform sees the request, when it is done but not answered, or when it is answered. */
  moment: "before" | "landed" | "answered";
  does: Edit | "kill the provider" | "kill the engine";
}

/** What goes wrong in a command. */
export interface Trouble {
  faults: PlannedFault[];
  interruption?: Interruption | undefined;
}

/** One step: a command of the user, or an edit between two of them. A resource that a program leaves out is deleted. */
export type Step =
  | ({ do: "up"; program: Declared[] } & Trouble)
  | ({ do: "refresh" } & Trouble)
  | { do: "edit"; edit: Edit };

/** A stack and all that happens to it, before its platform is well again. */
export interface Sequence {
  steps: Step[];
  /** What the program declares in the end. */
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

/** Every slot that a program of a sequence has. */
export function slotsOf({ steps, last }: Sequence): Slot[] {
  const all: Declared[] = [...steps.flatMap((step) => (step.do === "up" ? step.program : [])), ...last];
  return [...new Map(all.map((each) => [each.letter, each])).values()];
}
