import type { Colleague } from "./colleague";

/** Inputs of a resource. */
export type Inputs = Record<string, unknown>;

/** One thing that happens to an object behind the program's back. */
export type Happening = (colleague: Colleague) => Promise<void>;

/** Whom a report names as the one who made a value what it is. */
export type Known =
  /** Who edits by hand, as colleagues do unless told otherwise. */
  | "kubectl-edit"
  /** Who makes objects again. */
  | "gitops"
  /** managedFields keep an owner of what is there, and nobody owns what is gone. Of a list they know who took an entry out. */
  | "nobody (gone)"
  /** managedFields are about writes; who asked for a delete is in no object. */
  | "nobody (delete)"
  /** Gone on a server that drops what is empty; elsewhere it is there, and kubectl-edit is its owner. */
  | "nobody (empty)";

/** What `pulumi up --refresh` does about a change, where it does not update the object. */
export type Mending =
  | "creates"
  /** What a virtual cluster was imported from cannot be changed in place. */
  | "replaces"
  /** A key that somebody disabled is enabled by nobody but a person, and is drift until then. */
  | "asks"
  /** Of two controlling owners the platform takes one. The refresh has taken the other over, so only the program differs from then on. */
  | "refuses";

/** What happens to one input leaf on the server. */
export interface Leaf {
  /** The input as it stands in the schema; `[]` is any entry of a list of objects. */
  readonly path: string;
  /** What the program declares otherwise than the full inputs do; undefined takes a field out. */
  readonly declares?: Inputs;
  /** How the leaf changes on the server. */
  readonly change?: Happening;
  /** Why no change of the leaf can be seen, where none can. */
  readonly unseen?: string;
  /** Who is known to have made the change; kubectl-edit unless told. */
  readonly by?: Known;
  /** How the change is set back; by an update of the object unless told. */
  readonly mending?: Mending;
}

/** A leaf of a resource: the resource in the program has the row's id as its name, and so has its object. */
export interface DriftRow extends Leaf {
  readonly id: string;
  readonly type: string;
}

/** One kind of server noise. */
export interface Noise {
  /** Name of the object that the noise happens to, and of the row. */
  readonly id: string;
  readonly what: string;
  /** All inputs of the program, without the name. */
  readonly declares: Inputs;
  readonly noise: Happening;
}

/** Noise that an object of some resource meets. */
export interface NoiseRow extends Noise {
  readonly type: string;
}
