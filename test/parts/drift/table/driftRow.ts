import type { Edit } from "./edits";

/** Inputs of a resource. */
export type Inputs = Record<string, unknown>;

/** What a program declares of one row, and how its object changes on the server. */
export interface Row {
  /** Name of the resource and of its object. */
  readonly id: string;
  readonly type: string;
  readonly declares?: Inputs | undefined;
}

/** How a change of one input leaf is reported and repaired. */
export interface LeafOptions {
  /** Differences from the full inputs; undefined removes a field. */
  readonly declares?: Inputs;
  /** Why no change of the leaf can be seen. */
  readonly unseen?: string;
  /**
   * The manager that the report names; kubectl-edit by default. managedFields have no owner of what is gone. A server that drops
   * empty values has none of a value that became empty.
   */
  readonly by?: "gitops" | "nobody" | "nobody (empty)";
  /**
   * How `pulumi up --refresh` repairs the change, if not by an update. It never enables a key that somebody disabled. A second
   * controlling owner is refused by the platform.
   */
  readonly repair?: "creates" | "replaces" | "needs a person" | "is refused";
}

/** An input leaf as in the schema (`[]` is any entry of a list of objects), its change on the server, and the options. */
export type Leaf = readonly [path: string, change: Edit | undefined, options?: LeafOptions];

/** A leaf of one resource. */
export interface DriftRow extends Row, Omit<LeafOptions, "declares"> {
  readonly path: string;
  readonly change?: Edit | undefined;
}

/** One kind of noise, which is no drift. */
export interface NoiseRow extends Row {
  readonly what: string;
  readonly declares: Inputs;
  readonly noise: Edit;
}
