import type { Received } from "../call";
import { badRequest } from "../statusError";

/** What the query of a list, a watch or a delete of a collection asks for, as it was sent. */
export interface ListQuery {
  /** "" if absent. */
  resourceVersion: string;
  allowWatchBookmarks: boolean;
  /** 0 for no limit. */
  limit: number;
  /** 0 for the server's choice. */
  timeoutSeconds: number;
  /** "" if absent. */
  continue: string;
}

/** Reads the parameters; only numbers can be wrong here. */
export function listQuery({ query }: Received): ListQuery {
  return {
    resourceVersion: query.get("resourceVersion") ?? "",
    allowWatchBookmarks: flag(query.get("allowWatchBookmarks")),
    limit: integer(query.get("limit")),
    timeoutSeconds: integer(query.get("timeoutSeconds")),
    continue: query.get("continue") ?? "",
  };
}

/** Says whether a GET of a collection is a watch. */
export function isWatch(call: Received): boolean {
  return flag(call.query.get("watch"));
}

// Everything but these two words is a yes, an empty text too.
function flag(text: string | null): boolean {
  return text !== null && text !== "0" && text.toLowerCase() !== "false";
}

function integer(text: string | null): number {
  if (text === null || text === "") return 0;
  const refuse = (why: string) => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[-+]?\d+$/.test(text)) throw refuse("invalid syntax");
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) throw refuse("value out of range");
  return Number(value);
}
