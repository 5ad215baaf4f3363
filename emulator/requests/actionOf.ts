import type { Action } from "../access/action";
import { apiRoot } from "../apiRoot";
import type { Received } from "../call";
import { project } from "../kinds/project";
import { importSegment } from "../kinds/projectImportVirtualCluster";
import { isWatch } from "../operations/listQuery";
import type { Route } from "../route";
import { selectedName } from "../selectors/fieldSelector";
import type { World } from "../world";

const objectVerbs: Record<string, string> = {
  GET: "get",
  HEAD: "get",
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Says what a request wants to do; the route is where the request will really go, so nothing can be read in two ways. */
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
  if (route.target === "missing")
    return { ...onObject, resource, subresource: route.subresource, name: route.name, namespace };
  // A create ignores the name in the path, so the right to a name must not allow it.
  const name = call.method === "POST" ? "" : route.name;
  return { ...onObject, resource, subresource: "", name, namespace };
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
