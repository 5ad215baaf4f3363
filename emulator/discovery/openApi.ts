import { schemaOf } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { objectMeta } from "../kinds/metadata";
import { patchMediaTypes } from "../operations/patchObject";
import type { JsonObject } from "../text/json";
import { groupPath, type World } from "../world";

const metaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const text = { type: "string" };
// kubectl sends some of these only if the server names them.
const writeParameters = ["dryRun", "fieldManager", "fieldValidation", "force"];

/** The list of OpenAPI documents: one, for the only version of the only group. */
export function openApiIndex(world: World): JsonObject {
  return { paths: { [groupPath(world).slice(1)]: { serverRelativeURL: openApiPath(world) } } };
}

/** The path of this document. */
export function openApiPath(world: World): string {
  return `${world.root}/openapi/v3${groupPath(world)}`;
}

/** The OpenAPI document of the kinds, as kubectl needs it to explain, apply and compare objects. */
export function openApi(world: World): JsonObject {
  const prefix = [...world.group.split(".").reverse(), "v1"].filter(Boolean).join(".");
  const schemas = world.kinds.map((kind) => [`${prefix}.${kind.kind}`, schemaOfKind(world, kind)]);
  return {
    openapi: "3.0.0",
    info: { title: "Platform Management API", version: "v1" },
    paths: Object.fromEntries(world.kinds.map((kind) => pathOfKind(world, kind))),
    components: {
      schemas: { [metaName]: schemaOf(objectMeta, false), ...Object.fromEntries(schemas) },
      securitySchemes: { BearerToken: { type: "http", scheme: "bearer" } },
    },
    security: [{ BearerToken: [] }],
  };
}

const gvk = ({ group }: World, kind: string): JsonObject => ({ group, version: "v1", kind });

function schemaOfKind(world: World, { kind, fields, status }: Kind): JsonObject {
  const isOpen = world.keepsUnknownFields;
  const properties = {
    apiVersion: text,
    kind: text,
    metadata: { $ref: `#/components/schemas/${metaName}` },
    ...Object.fromEntries(
      Object.entries(fields(world.apiVersion)).map(([name, type]) => [name, schemaOf(type, isOpen)]),
    ),
    ...(status && { status: schemaOf(status, isOpen) }),
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
    `${groupPath(world)}/${namespaced ? "namespaces/{namespace}/" : ""}${plural}/{name}`,
    {
      parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
      get: common,
      patch: { ...common, parameters, requestBody: { content } },
    },
  ];
}
