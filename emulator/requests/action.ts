import type { Action } from "../access/rules";
import type { Received } from "../call";
import { selfPlural } from "../kinds/kinds";
import { collectionVerb } from "../lists/query";
import { selectedName } from "../lists/selectors";
import type { Route } from "../route";
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
  const { group, cluster } = world;
  if (route === undefined) return { verb: call.method.toLowerCase(), path: belowRoot(world, path), cluster };
  const verb = objectVerbs[call.method] ?? call.method.toLowerCase();
  if (route.target === "self") {
    return { verb, group, resource: selfPlural, subresource: "", name: "", namespace: "", cluster };
  }
  const { namespace } = route;
  const resource = route.kind.plural;
  if (route.target === "collection") {
    const whole = collectionVerb(call);
    const name = whole === "list" || whole === "watch" ? selectedName(call.query.get("fieldSelector") ?? "") : "";
    return { verb: whole ?? verb, group, resource, subresource: "", name, namespace, cluster };
  }
  const { subresource } = route;
  // A create ignores the name in the path, so the right to a name must not allow it.
  const name = call.method === "POST" && subresource === "" ? "" : route.name;
  return { verb, group, resource, subresource, name, namespace, cluster };
}

function belowRoot({ root }: World, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length) : path;
}

const bearer = /^Bearer +(\S+) *$/i;

/** The token of the Authorization header; undefined if it holds none. */
export function bearerToken(headers: Received["headers"]): string | undefined {
  return bearer.exec(headers.authorization ?? "")?.[1];
}
