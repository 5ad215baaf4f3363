import { schemaOf } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { kinds } from "../kinds/kinds";
import { objectMeta as objectMetaType } from "../kinds/metadata";
import { patchMediaTypes } from "../operations/patchObject";
import { apiRoot } from "../route";
import type { JsonObject } from "../text/json";
import type { World } from "../world";

/** Where the OpenAPI documents are: there is one, for the only version of the only group. */
export function openApiIndex({ apiVersion }: World): JsonObject {
  const path = `apis/${apiVersion}`;
  return { paths: { [path]: { serverRelativeURL: `${apiRoot}/openapi/v3/${path}` } } };
}

/** The OpenAPI document: of the kinds, as they are declared, what kubectl asks for to explain, apply and compare objects. */
export function openApi(world: World): JsonObject {
  const paths: JsonObject = Object.assign({}, ...kinds.map((kind) => kindPaths(world, kind)));
  return {
    openapi: "3.0.0",
    info: { title: "Platform Management API", version: "v1" },
    paths,
    components: { schemas: schemas(world), securitySchemes: { BearerToken: { type: "http", scheme: "bearer" } } },
    security: [{ BearerToken: [] }],
  };
}

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

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

// The labels of the group in reverse, the version and the kind.
function schemaName({ group }: World, kind: string): string {
  return [...group.split(".").reverse(), "v1", kind].join(".");
}

/** Group, version and kind, by which clients find what belongs to a kind. */
export function gvk({ group }: World, kind: string): JsonObject {
  return { group, version: "v1", kind };
}

/** Every schema by its name: the kinds, and the metadata that they share. */
export function schemas(world: World): JsonObject {
  return {
    [objectMeta]: schemaOf(objectMetaType, false),
    ...Object.fromEntries(kinds.map((kind) => ofKind(world, kind))),
  };
}

function ofKind(world: World, { kind, spec, status = {} }: Kind): [string, JsonObject] {
  const text = schemaOf("string", false);
  const metadata = { $ref: `#/components/schemas/${objectMeta}` };
  const properties = {
    apiVersion: text,
    kind: text,
    metadata,
    spec: schemaOf(spec(world.apiVersion), true),
    status: schemaOf(status, true),
  };
  const schema = { type: "object", properties, "x-kubernetes-group-version-kind": [gvk(world, kind)] };
  return [schemaName(world, kind), schema];
}
