import { apiRoot } from "../apiRoot";
import { kinds } from "../kinds/kinds";
import type { JsonObject } from "../text/json";
import type { World } from "../world";
import { kindPaths } from "./openApiPaths";
import { schemas } from "./schemas";

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
