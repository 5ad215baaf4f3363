import type { Call, Received } from "../call";
import { badRequest, versionTooLarge } from "../statusError";
import type { Entry } from "../store/store";
import { integerProblem, isYes } from "../text/formats";
import type { World } from "../world";
import { parseFieldSelector, parseLabelSelector } from "./selectors";

/** What a list, a watch or a delete of a collection asks for. */
export interface ListOptions {
  /** Empty if absent. */
  resourceVersion: string;
  /** 0 for no limit. */
  limit: number;
  /** 0 for the server's choice. */
  timeoutSeconds: number;
  /** The continue token; empty for the first page. */
  token: string;
  matches: (entry: Entry) => boolean;
  isSelective: boolean;
}

/** Reads and checks the query. */
export function listOptions({ query }: Call): ListOptions {
  const labels = parseLabelSelector(query.get("labelSelector") ?? "");
  const fields = parseFieldSelector(query.get("fieldSelector") ?? "");
  return {
    resourceVersion: query.get("resourceVersion") ?? "",
    limit: integer(query.get("limit") ?? ""),
    timeoutSeconds: integer(query.get("timeoutSeconds") ?? ""),
    token: query.get("continue") ?? "",
    matches: ({ object: { metadata } }) =>
      labels.every((matches) => matches(metadata.labels ?? {})) && fields.every((matches) => matches(metadata)),
    isSelective: labels.length + fields.length > 0,
  };
}

/** The verb of a request to a whole collection; undefined for those to one object of it. */
export function collectionVerb(call: Received): "list" | "watch" | "deletecollection" | undefined {
  if (call.method === "DELETE") return "deletecollection";
  if (call.method !== "GET" && call.method !== "HEAD") return undefined;
  return isWatch(call) ? "watch" : "list";
}

/** Whether a GET of a collection is a watch. */
export function isWatch({ query }: Received): boolean {
  return isYes(query.get("watch") ?? "false");
}

function integer(text: string): number {
  const problem = text === "" ? undefined : integerProblem(text, true);
  if (problem !== undefined) throw badRequest(problem);
  return Number(text);
}

/** Reads a resourceVersion; 0 if absent. Each operation has its own error for a malformed one. */
export function parseVersion(text: string, refuse: (why: string) => Error): number {
  const problem = text === "" ? undefined : integerProblem(text, false);
  if (problem !== undefined) throw refuse(problem);
  return Number(text);
}

/** Throws if a read asks for a version that does not exist yet. */
export function checkNotAhead({ store }: World, version: number): void {
  if (version > store.version) throw versionTooLarge(version, store.version);
}
