import type { Kind } from "../kinds/kind";
import { kinds } from "../kinds/kinds";
import { project } from "../kinds/project";
import { importKind, importSegment } from "../kinds/virtualCluster";
import type { JsonObject } from "../text/json";
import type { World } from "../world";

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** What can be done with which kinds, as one list. */
export function apiResources({ apiVersion }: World): JsonObject {
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: apiVersion,
    resources: [...kinds.flatMap(resourcesOf), importResource()],
  };
}

function resourcesOf({ kind, plural, namespaced }: Kind): JsonObject[] {
  return [
    { name: plural, singularName: kind.toLowerCase(), namespaced, kind, verbs },
    { name: `${plural}/status`, singularName: "", namespaced, kind, verbs: ["get", "patch", "update"] },
  ];
}

function importResource(): JsonObject {
  const name = `${project.plural}/${importSegment}`;
  return { name, singularName: "", namespaced: project.namespaced, kind: importKind, verbs: ["create"] };
}
