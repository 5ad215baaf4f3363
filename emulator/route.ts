import type { Kind } from "./kinds/kind";
import { selfPlural } from "./kinds/kinds";
import { principals } from "./kinds/principals";
import { groupPath, kindOfPlural, type World } from "./world";

/** Where a request goes. `subresource` is the path below an object, else empty. */
export type Route =
  | { target: "collection"; kind: Kind; namespace: string | undefined }
  | { target: "object"; kind: Kind; namespace: string; name: string; subresource: string }
  | { target: "self" };

/** Finds what a path of a server names; undefined for a path that it does not know. */
export function routeOf(world: World, path: string): Route | undefined {
  const prefix = `${world.root}${groupPath(world)}/`;
  const decoded = decodePath(path);
  if (decoded === undefined || !decoded.startsWith(prefix)) return undefined;
  const segments = decoded.slice(prefix.length).replace(/\/$/, "").split("/");
  if (segments.includes("")) return undefined;
  const isNamespaced = segments[0] === "namespaces" && segments.length > 2;
  return isNamespaced ? namespacedRoute(world, segments.slice(1)) : clusterRoute(world, segments);
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function namespacedRoute(world: World, [namespace = "", plural = "", ...rest]: string[]): Route | undefined {
  const kind = kindOfPlural(world, plural);
  if (kind === undefined || !kind.namespaced) return undefined;
  return routeTo(kind, namespace, rest);
}

function clusterRoute(world: World, [plural = "", ...rest]: string[]): Route | undefined {
  if (plural === selfPlural && rest.length === 0 && servesSelves(world)) return { target: "self" };
  const kind = kindOfPlural(world, plural);
  if (kind === undefined) return routeBelowPrincipal(world, plural, rest);
  // A namespaced kind can be listed over all namespaces, and nothing else.
  if (kind.namespaced) return rest.length === 0 ? { target: "collection", kind, namespace: undefined } : undefined;
  return routeTo(kind, "", rest);
}

function routeBelowPrincipal(world: World, plural: string, rest: string[]): Route | undefined {
  const [name, segment = "", ...deeper] = rest;
  const kind = servedPrincipals(world).find((principal) => principal.plural === plural);
  if (kind === undefined || name === undefined || deeper.length > 0) return undefined;
  return Object.hasOwn(kind.subresources ?? {}, segment) ? routeTo(kind, "", rest) : undefined;
}

/** The users and teams of a server that stores none: the management server of API 3. */
export function servedPrincipals({ api, cluster }: World): readonly Kind[] {
  return api === 3 && cluster === undefined ? principals : [];
}

/** Whether a server says who asks. */
export function servesSelves({ api, cluster }: World): boolean {
  return api === 4 && cluster === undefined;
}

function routeTo(kind: Kind, namespace: string, rest: string[]): Route {
  const [name, ...below] = rest;
  if (name === undefined) return { target: "collection", kind, namespace };
  return { target: "object", kind, namespace, name, subresource: below.join("/") };
}
