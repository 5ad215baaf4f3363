import { apiRoot } from "../apiRoot";
import type { Answer, Received } from "../call";
import { methodNotAllowed } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import type { World } from "../world";
import { apiGroup, apiGroupList, coreVersions } from "./apiGroups";
import { apiResources } from "./apiResources";
import { openApi, openApiIndex } from "./openApi";
import { versionInfo } from "./versionInfo";

/** Answers the paths by which clients learn what is served; undefined for any other path. */
export function discover(world: World, path: string, call: Received): Answer | undefined {
  const write = documentAt(world, path.replace(/\/$/, ""));
  if (write === undefined) return undefined;
  if (call.method !== "GET" && call.method !== "HEAD") throw methodNotAllowed();
  return { code: 200, json: canonicalJson(write(world)) };
}

function documentAt({ group, apiVersion }: World, path: string): ((world: World) => JsonObject) | undefined {
  switch (path) {
    case `${apiRoot}/version`:
      return versionInfo;
    case `${apiRoot}/api`:
      return coreVersions;
    case `${apiRoot}/apis`:
      return apiGroupList;
    case `${apiRoot}/apis/${group}`:
      return apiGroup;
    case `${apiRoot}/apis/${apiVersion}`:
      return apiResources;
    case `${apiRoot}/openapi/v3`:
      return openApiIndex;
    case `${apiRoot}/openapi/v3/apis/${apiVersion}`:
      return openApi;
  }
}
