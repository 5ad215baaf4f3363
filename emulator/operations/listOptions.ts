import type { Call } from "../call";
import { parseFieldSelector } from "../selectors/fieldSelector";
import { parseLabelSelector } from "../selectors/labelSelector";
import { badRequest } from "../statusError";
import type { Entry } from "../store";
import { checkListQuery } from "./checkListQuery";
import { type ContinueToken, readContinueToken } from "./continueToken";

/** What the query of a list, a watch or a delete of a collection asks for, as it was sent. */
export interface ListQuery {
  watch: boolean;
  /** "" if absent. */
  resourceVersion: string;
  /** "" if absent. */
  resourceVersionMatch: string;
  sendInitialEvents: boolean | undefined;
  allowWatchBookmarks: boolean;
  /** 0 for no limit. */
  limit: number;
  /** 0 for the server's choice. */
  timeoutSeconds: number;
  /** "" if absent. */
  continue: string;
}

/** The same, read. */
export interface ListOptions extends ListQuery {
  matches: (entry: Entry) => boolean;
  isSelective: boolean;
  token: ContinueToken | undefined;
}

/** Reads and checks a query, in the order in which real servers do. */
export function listOptions(call: Call): ListOptions {
  const query = listQuery(call);
  const labels = parseLabelSelector(call.query.get("labelSelector") ?? "");
  checkListQuery(query);
  const fields = parseFieldSelector(call.query.get("fieldSelector") ?? "");
  const matches = ({ object: { metadata } }: Entry) =>
    labels.every((matchesLabels) => matchesLabels(metadata.labels ?? {})) &&
    fields.every((matchesFields) => matchesFields(metadata));
  return {
    ...query,
    matches,
    isSelective: labels.length + fields.length > 0,
    token: readContinueToken(query.continue),
  };
}

function listQuery({ query }: Call): ListQuery {
  return {
    watch: flag(query.get("watch")) ?? false,
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: query.get("resourceVersionMatch") ?? "",
    sendInitialEvents: flag(query.get("sendInitialEvents")),
    allowWatchBookmarks: flag(query.get("allowWatchBookmarks")) ?? false,
    limit: integer(query.get("limit")),
    timeoutSeconds: integer(query.get("timeoutSeconds")),
    continue: query.get("continue") ?? "",
  };
}

/** Says whether a GET of a collection is a watch. */
export function isWatch(call: Call): boolean {
  return flag(call.query.get("watch")) ?? false;
}

// Everything but these two words is a yes, an empty text too.
function flag(text: string | null): boolean | undefined {
  return text === null ? undefined : text !== "0" && text.toLowerCase() !== "false";
}

function integer(text: string | null): number {
  if (text === null || text === "") return 0;
  if (!/^[-+]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}
