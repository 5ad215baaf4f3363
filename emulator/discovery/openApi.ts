import { schemaOf } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { kinds } from "../kinds/kinds";
import { objectMeta } from "../kinds/metadata";
import { patchMediaTypes } from "../operations/patchObject";
import { apiRoot } from "../route";
import type { JsonObject } from "../text/json";
import type { World } from "../world";

const metaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const text = { type: "string" };
// kubectl sends some of these only if the server names them.
const writeParameters = ["dryRun", "fieldManager", "fieldValidation", "force"];

/** The list of OpenAPI documents: one, for the only version of the only group. */
export function openApiIndex({ apiVersion }: World): JsonObject {
  const path = `apis/${apiVersion}`;
  return { paths: { [path]: { serverRelativeURL: `${apiRoot}/openapi/v3/${path}` } } };
}

/** The OpenAPI document of the kinds, as kubectl needs it to explain, apply and compare objects. */
export function openApi(world: World): JsonObject {
  const prefix = [...world.group.split(".").reverse(), "v1"].join(".");
  const schemas = kinds.map((kind) => [`${prefix}.${kind.kind}`, schemaOfKind(world, kind)]);
  return {
    openapi: "3.0.0",
    info: { title: "Platform Management API", version: "v1" },
    paths: Object.fromEntries(kinds.map((kind) => pathOfKind(world, kind))),
    components: {
      schemas: { [metaName]: schemaOf(objectMeta, false), ...Object.fromEntries(schemas) },
      securitySchemes: { BearerToken: { type: "http", scheme: "bearer" } },
    },
    security: [{ BearerToken: [] }],
  };
}

const gvk = ({ group }: World, kind: string): JsonObject => ({ group, version: "v1", kind });

function schemaOfKind(world: World, { kind, spec, status = {} }: Kind): JsonObject {
  const properties = {
    apiVersion: text,
    kind: text,
    metadata: { $ref: `#/components/schemas/${metaName}` },
    spec: schemaOf(spec(world.apiVersion), true),
    status: schemaOf(status, true),
  };
  return { type: "object", properties, "x-kubernetes-group-version-kind": [gvk(world, kind)] };
}

/** The path of an object, with the operations that say what a server can do with a kind. */
function pathOfKind(world: World, { kind, plural, namespaced }: Kind): [string, JsonObject] {
  const names = namespaced ? ["namespace", "name"] : ["name"];
  const common = {
    "x-kubernetes-group-version-kind": gvk(world, kind),
    responses: { 200: { description: "The object" } },
  };
  const content = Object.fromEntries(patchMediaTypes.map((type) => [type, { schema: {} }]));
  const parameters = writeParameters.map((name) => ({ name, in: "query", schema: text }));
  return [
    `/apis/${world.apiVersion}/${namespaced ? "namespaces/{namespace}/" : ""}${plural}/{name}`,
    {
      parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
      get: common,
      patch: { ...common, parameters, requestBody: { content } },
    },
  ];
}
