import type { Kind } from "../kinds/kind";
import { patchMediaTypes } from "../operations/patchObject";
import type { JsonObject } from "../text/json";
import type { World } from "../world";
import { gvk } from "./schemas";

// kubectl sends some of these only to servers that tell of them.
const writeParameters = ["dryRun", "fieldManager", "fieldValidation", "force"];

/** The path of a kind's objects, with the two operations at which clients look for what a server can do with a kind. */
export function kindPaths(world: World, { kind, plural, namespaced }: Kind): JsonObject {
  const place = namespaced ? ["namespace", "name"] : ["name"];
  const within = namespaced ? "namespaces/{namespace}/" : "";
  const common = {
    "x-kubernetes-group-version-kind": gvk(world, kind),
    responses: { 200: { description: "The object" } },
  };
  const content = Object.fromEntries(patchMediaTypes.map((type) => [type, { schema: {} }]));
  const object = {
    parameters: place.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    get: common,
    patch: {
      ...common,
      parameters: writeParameters.map((name) => ({ name, in: "query", schema: { type: "string" } })),
      requestBody: { content },
    },
  };
  return { [`/apis/${world.apiVersion}/${within}${plural}/{name}`]: object };
}
