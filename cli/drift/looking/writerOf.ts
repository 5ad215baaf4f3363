import type { ApiObject } from "../../../provider/api/client";
import { fieldManager } from "../../../provider/api/requests";
import { creatorOf, lastWriter } from "../../../provider/objects/managers";
import { formatPath, type Path, sameValue } from "../../../provider/objects/values";
import type { FindingWriter } from "../report";

/** A value as it was known and as it is. */
export interface Values {
  readonly before: unknown;
  readonly now: unknown;
}

/** Who made a value what it is, and when at the latest; undefined where managedFields do not tell. */
export function writerOf(live: ApiObject, paths: readonly Path[], values: Values): FindingWriter | undefined {
  const writers = paths.map((path) => (formatPath(path) === "metadata.uid" ? creatorOf(live) : lastWriter(live, path)));
  const writer = writers.find((each) => each !== undefined);
  // What is left of a list is still ours; nobody owns what somebody else took out of it.
  if (!writer || (writer.manager === fieldManager && isOnlyShorter(values))) return undefined;
  return { manager: writer.manager, time: writer.time ?? null };
}

function isOnlyShorter({ before, now }: Values): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return false;
  return now.length < before.length && now.every((entry) => before.some((each) => sameValue(each, entry)));
}
