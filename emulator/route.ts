import type { Kind } from "./kinds/kind";
import { kindOfPlural } from "./kinds/kinds";
import { project } from "./kinds/project";
import { importSegment } from "./kinds/virtualCluster";
import type { World } from "./world";

/** The path below which the platform serves the Kubernetes protocol. */
export const apiRoot = "/kubernetes/management";

/** Where a request goes. `subresource` is the path below an object, else empty. */
export type Route =
  | { target: "collection"; kind: Kind; namespace: string | undefined }
  | { target: "object"; kind: Kind; namespace: string; name: string; subresource: string }
  | { target: "import"; project: string };

/** Finds what a path names; undefined for a path that this server does not know. */
export function routeOf(world: World, path: string): Route | undefined {
  const prefix = `${apiRoot}/apis/${world.apiVersion}/`;
  const decoded = decodePath(path);
  if (decoded === undefined || !decoded.startsWith(prefix)) return undefined;
  const segments = decoded.slice(prefix.length).replace(/\/$/, "").split("/");
  if (segments.includes("")) return undefined;
  return segments[0] === "namespaces" ? namespacedRoute(segments.slice(1)) : clusterRoute(segments);
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function namespacedRoute([namespace = "", plural = "", ...rest]: string[]): Route | undefined {
  const kind = kindOfPlural(plural);
  if (kind === undefined || !kind.namespaced) return undefined;
  return routeTo(kind, namespace, rest);
}

function clusterRoute([plural = "", ...rest]: string[]): Route | undefined {
  const kind = kindOfPlural(plural);
  if (kind === undefined) return undefined;
  const [name = "", sub] = rest;
  if (kind === project && sub === importSegment && rest.length === 2) return { target: "import", project: name };
  // A namespaced kind can be listed over all namespaces, and nothing else.
  if (kind.namespaced) return rest.length === 0 ? { target: "collection", kind, namespace: undefined } : undefined;
  return routeTo(kind, "", rest);
}

function routeTo(kind: Kind, namespace: string, rest: string[]): Route {
  const [name, ...below] = rest;
  if (name === undefined) return { target: "collection", kind, namespace };
  return { target: "object", kind, namespace, name, subresource: below.join("/") };
}
