import type { Answer, Call } from "../call";
import type { Kind } from "../kinds/kind";
import type { World } from "../world";

/** One kind, and the namespace of the path ("" for a cluster-scoped kind, undefined for all namespaces). */
export interface CollectionTarget {
  kind: Kind;
  namespace: string | undefined;
}

/** One object by its name in the path. */
export interface ObjectTarget {
  kind: Kind;
  namespace: string;
  name: string;
}

/** What a method does to a target. */
export type Operation<Target> = (world: World, target: Target, call: Call) => Answer;
