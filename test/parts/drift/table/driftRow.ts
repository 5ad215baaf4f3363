import type { Edit } from "./edits";

export type Inputs = Record<string, unknown>;

/** The resource of a row; its object has the same name. */
export interface Row {
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
  /** The reported manager, instead of kubectl-edit. A dropped empty value has none. */
  readonly by?: "gitops" | "nobody" | "nobody (empty)";
  /** How `pulumi up --refresh` repairs the change, if not by an update. */
  readonly repair?: "creates" | "needs a person" | "is refused";
}

/** An input leaf as in the schema (`[]`: any list entry), its change on the server, and options. */
export type Leaf = readonly [path: string, change: Edit | undefined, options?: LeafOptions];

export interface DriftRow extends Row, Omit<LeafOptions, "declares"> {
  readonly path: string;
  readonly change?: Edit | undefined;
}

export interface NoiseRow extends Row {
  readonly what: string;
  readonly declares: Inputs;
  readonly noise: Edit;
}
