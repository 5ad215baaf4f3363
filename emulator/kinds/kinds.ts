import type { Kind } from "./kind";
import { ownedAccessKey } from "./ownedAccessKey";
import { project } from "./project";
import { spaceTemplate } from "./spaceTemplate";
import { virtualClusterInstance } from "./virtualClusterInstance";

/** Every stored kind; a new kind is one line here. */
export const kinds: readonly Kind[] = [spaceTemplate, ownedAccessKey, project, virtualClusterInstance];

const byPlural = new Map(kinds.map((kind) => [kind.plural, kind]));

/** Finds the kind that a path segment names. */
export function kindOfPlural(plural: string): Kind | undefined {
  return byPlural.get(plural);
}
