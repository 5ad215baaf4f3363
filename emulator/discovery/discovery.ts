import type { Answer, Received } from "../call";
import { kinds } from "../kinds/kinds";
import { project } from "../kinds/project";
import { importKind, importSegment } from "../kinds/virtualCluster";
import { apiRoot } from "../route";
import { methodNotAllowed } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import type { World } from "../world";
import { openApi, openApiIndex } from "./openApi";

const version = "v1";
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const statusVerbs = ["get", "patch", "update"];

/** Answers the paths by which clients learn what is served; undefined for any other path. */
export function discover(world: World, path: string, { method }: Received): Answer | undefined {
  const write = path.startsWith(apiRoot) ? documents(world)[path.slice(apiRoot.length).replace(/\/$/, "")] : undefined;
  if (write === undefined) return undefined;
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed();
  return { code: 200, json: canonicalJson(write()) };
}

function documents(world: World): Partial<Record<string, () => JsonObject>> {
  const { group, apiVersion } = world;
  const only = { groupVersion: apiVersion, version };
  const described = { name: group, versions: [only], preferredVersion: only };
  return {
    "/version": versionInfo,
    // Nothing of the core group is served.
    "/api": () => ({ kind: "APIVersions", versions: [], serverAddressByClientCIDRs: [] }),
    "/apis": () => ({ kind: "APIGroupList", apiVersion: version, groups: [described] }),
    [`/apis/${group}`]: () => ({ kind: "APIGroup", apiVersion: version, ...described }),
    [`/apis/${apiVersion}`]: () => apiResources(apiVersion),
    "/openapi/v3": () => openApiIndex(world),
    [`/openapi/v3/apis/${apiVersion}`]: () => openApi(world),
  };
}

function apiResources(groupVersion: string): JsonObject {
  const stored = kinds.flatMap(({ kind, plural, namespaced }) => [
    { name: plural, singularName: kind.toLowerCase(), namespaced, kind, verbs },
    { name: `${plural}/status`, singularName: "", namespaced, kind, verbs: statusVerbs },
  ]);
  const name = `${project.plural}/${importSegment}`;
  const imports = { name, singularName: "", namespaced: project.namespaced, kind: importKind, verbs: ["create"] };
  return { kind: "APIResourceList", apiVersion: version, groupVersion, resources: [...stored, imports] };
}

/** The version of Kubernetes that the platform follows, marked as not being that server. */
function versionInfo(): JsonObject {
  const [major, minor] = ["1", "34"];
  const gitVersion = `v${major}.${minor}.4+embedded-platform`;
  const [compiler, platform] = [`node ${process.version}`, `${process.platform}/${process.arch}`];
  return {
    major,
    minor,
    gitVersion,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler,
    platform,
  };
}
