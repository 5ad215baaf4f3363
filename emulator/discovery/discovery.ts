import type { Answer, Received } from "../call";
import type { Kind } from "../kinds/kind";
import { kinds } from "../kinds/kinds";
import { project } from "../kinds/project";
import { importKind, importSegment } from "../kinds/virtualCluster";
import { apiRoot } from "../route";
import { methodNotAllowed } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import type { World } from "../world";
import { openApi, openApiIndex } from "./openApi";

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

const version = "v1";

/** The versions of the core group: none, since nothing of it is served here. */
export function coreVersions(): JsonObject {
  return { kind: "APIVersions", versions: [], serverAddressByClientCIDRs: [] };
}

/** The list of the groups that are served: the one of this API. */
export function apiGroupList(world: World): JsonObject {
  return { kind: "APIGroupList", apiVersion: version, groups: [groupOf(world)] };
}

/** The group of this API by itself. */
export function apiGroup(world: World): JsonObject {
  return { kind: "APIGroup", apiVersion: version, ...groupOf(world) };
}

function groupOf({ group, apiVersion }: World): JsonObject {
  const only = { groupVersion: apiVersion, version };
  return { name: group, versions: [only], preferredVersion: only };
}

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

const major = "1";
const minor = "34";

/** The version of Kubernetes that the platform imitates, marked as not being that server. */
export function versionInfo(): JsonObject {
  const gitVersion = `v${major}.${minor}.4+embedded-platform`;
  const { platform, arch, version } = process;
  return {
    major,
    minor,
    gitVersion,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler: `node ${version}`,
    platform: `${platform}/${arch}`,
  };
}
