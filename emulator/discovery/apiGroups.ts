import type { JsonObject } from "../text/json";
import type { World } from "../world";

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
