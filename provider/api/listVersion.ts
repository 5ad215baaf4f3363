import type { ApiObject } from "./apiObject.js";

const decimal = /^[1-9]\d*$/;

/**
 * Whether a list's resourceVersion changes with each change of what it shows: not every server gives lists one, and one that is older than
 * an object of the list is a constant.
 */
export function marksChanges(resourceVersion: string, objects: Iterable<ApiObject>): boolean {
  if (resourceVersion === "" || resourceVersion === "0") return false;
  for (const { metadata } of objects) if (isOlder(resourceVersion, metadata.resourceVersion ?? "")) return false;
  return true;
}

/** Whether one version is known to be older than another; of those that are no numbers nothing is known. */
function isOlder(version: string, other: string): boolean {
  if (!decimal.test(version) || !decimal.test(other)) return false;
  return version.length === other.length ? version < other : version.length < other.length;
}
