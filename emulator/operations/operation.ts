import type { Answer, Call } from "../call";
import type { Kind } from "../kinds/kind";
import type { World } from "../world";

/** One object by its name in the path; `subresource` is `status` or empty. */
export interface ObjectTarget {
  kind: Kind;
  namespace: string;
  name: string;
  subresource: string;
}

/** What a method does to a target. */
export type Operation<Target> = (world: World, target: Target, call: Call) => Answer;
