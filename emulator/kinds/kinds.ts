import type { Kind } from "./kind";
import type { OwnerReference } from "./metadata";
import { ownedAccessKey } from "./ownedAccessKey";
import { project } from "./project";
import { spaceTemplate } from "./spaceTemplate";
import { virtualClusterInstance } from "./virtualCluster";

/** Every stored kind; a new kind is one line here. */
export const kinds: readonly Kind[] = [spaceTemplate, ownedAccessKey, project, virtualClusterInstance];

const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
const byPlural = new Map(kinds.map((kind) => [kind.plural, kind]));

/** Finds a kind by its name. */
export function kindNamed(name: string): Kind | undefined {
  return byName.get(name);
}

/** Finds the kind of an owner; undefined for another group or version. */
export function kindOfOwner({ kind, apiVersion }: OwnerReference, served: string): Kind | undefined {
  return apiVersion === served ? byName.get(kind) : undefined;
}

/** Finds the kind that a path segment names. */
export function kindOfPlural(plural: string): Kind | undefined {
  return byPlural.get(plural);
}
