import type { Action } from "../access/rules";
import type { Received } from "../call";
import { project } from "../kinds/project";
import { importSegment } from "../kinds/virtualCluster";
import { isWatch } from "../lists/query";
import { selectedName } from "../lists/selectors";
import { apiRoot, type Route } from "../route";
import type { World } from "../world";

const objectVerbs: Record<string, string> = {
  GET: "get",
  HEAD: "get",
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** The action of a request. It follows from its route, so the two cannot differ. */
export function actionOf(world: World, path: string, route: Route | undefined, call: Received): Action {
  if (route === undefined) return { verb: call.method.toLowerCase(), path: belowRoot(path) };
  const { group } = world;
  const onObject = { verb: objectVerbs[call.method] ?? call.method.toLowerCase(), group };
  if (route.target === "import") {
    return { ...onObject, resource: project.plural, subresource: importSegment, name: route.project, namespace: "" };
  }
  const { namespace } = route;
  const resource = route.kind.plural;
  if (route.target === "collection") return { group, resource, subresource: "", namespace, ...onCollection(call) };
  const { subresource } = route;
  // A create ignores the name in the path, so the right to a name must not allow it.
  const name = call.method === "POST" && subresource === "" ? "" : route.name;
  return { ...onObject, resource, subresource, name, namespace };
}

function onCollection(call: Received): { verb: string; name: string } {
  const { method, query } = call;
  if (method === "DELETE") return { verb: "deletecollection", name: "" };
  if (method !== "GET" && method !== "HEAD") return { verb: objectVerbs[method] ?? method.toLowerCase(), name: "" };
  return { verb: isWatch(call) ? "watch" : "list", name: selectedName(query.get("fieldSelector") ?? "") };
}

function belowRoot(path: string): string {
  return path.startsWith(`${apiRoot}/`) ? path.slice(apiRoot.length) : path;
}

const bearer = /^Bearer +(\S+) *$/i;

/** The token of the Authorization header; undefined if it holds none. */
export function bearerToken(headers: Received["headers"]): string | undefined {
  return bearer.exec(headers.authorization ?? "")?.[1];
}
