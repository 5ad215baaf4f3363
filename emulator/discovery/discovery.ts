import type { Received, Response } from "../call";
import type { Kind } from "../kinds/kind";
import { selfKind, selfPlural } from "../kinds/kinds";
import { servedPrincipals, servesSelves } from "../route";
import { methodNotAllowed } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import { groupPath, type World } from "../world";
import { openApi, openApiIndex, openApiPath } from "./openApi";

const version = "v1";
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const statusVerbs = ["get", "patch", "update"];

/** The response at a path by which clients learn what is served; undefined for any other path. */
export function discover(world: World, path: string, { method }: Received): Response | undefined {
  const write = documents(world)[path.replace(/\/$/, "")];
  if (write === undefined) return undefined;
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed();
  return { code: 200, body: canonicalJson(write()) };
}

function documents(world: World): Partial<Record<string, () => JsonObject>> {
  const { root, group, apiVersion } = world;
  const only = { groupVersion: apiVersion, version };
  const described = { name: group, versions: [only], preferredVersion: only };
  const groups = group === "" ? [] : [described];
  const versions = group === "" ? [version] : [];
  return {
    ...(servesSelves(world) && { "/version": () => ({ ...versionInfo(), ...productVersion }) }),
    [`${root}/version`]: versionInfo,
    [`${root}/api`]: () => ({ kind: "APIVersions", versions, serverAddressByClientCIDRs: [] }),
    [`${root}/apis`]: () => ({ kind: "APIGroupList", apiVersion: version, groups }),
    ...(group !== "" && { [`${root}/apis/${group}`]: () => ({ kind: "APIGroup", apiVersion: version, ...described }) }),
    [`${root}${groupPath(world)}`]: () => apiResources(world),
    [`${root}/openapi/v3`]: () => openApiIndex(world),
    [openApiPath(world)]: () => openApi(world),
  };
}

function apiResources(world: World): JsonObject {
  const stored = world.kinds.flatMap((described) => {
    const { kind, plural, namespaced } = described;
    const status = { name: `${plural}/status`, singularName: "", namespaced, kind, verbs: statusVerbs };
    return [
      { name: plural, singularName: kind.toLowerCase(), namespaced, kind, verbs: verbsOf(described) },
      ...(described.status && !described.noStatusPath ? [status] : []),
      ...subresourcesOf(described),
    ];
  });
  const self = { name: selfPlural, singularName: "self", namespaced: false, kind: selfKind, verbs: ["create"] };
  const below = servedPrincipals(world).flatMap(subresourcesOf);
  const resources = [...stored, ...below, ...(servesSelves(world) ? [self] : [])];
  return { kind: "APIResourceList", apiVersion: version, groupVersion: world.apiVersion, resources };
}

/** What can be done with the objects of a kind. */
export function verbsOf({ lacks = [] }: Kind): string[] {
  return verbs.filter((verb) => !lacks.some((lacking) => lacking === verb));
}

function subresourcesOf({ plural, namespaced, subresources = {} }: Kind): JsonObject[] {
  return Object.entries(subresources).map(([segment, { kind, verb }]) => ({
    name: `${plural}/${segment}`,
    singularName: "",
    namespaced,
    kind,
    verbs: [verb],
  }));
}

const [major, minor] = ["1", "34"];
const kubeVersion = `v${major}.${minor}.4`;
const productVersion = { version: "v4.11.0", kubeVersion };

/** The version of Kubernetes that the platform follows, marked as not being that server. */
function versionInfo(): JsonObject {
  const gitVersion = `${kubeVersion}+embedded-platform`;
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
