import type { Colleague } from "./colleague";

/** Inputs of a resource. */
export type Inputs = Record<string, unknown>;

/** One thing that happens to an object behind the program's back. */
export type Happening = (colleague: Colleague) => Promise<void>;

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
