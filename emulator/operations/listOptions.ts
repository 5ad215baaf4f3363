import type { Call } from "../call";
import { parseFieldSelector } from "../selectors/fieldSelector";
import { parseLabelSelector } from "../selectors/labelSelector";
import type { Entry } from "../store/store";
import { type ContinueToken, readContinueToken } from "./continueToken";
import { type ListQuery, listQuery } from "./listQuery";

/** What a list, a watch or a delete of a collection asks for. */
export interface ListOptions extends ListQuery {
  matches: (entry: Entry) => boolean;
  isSelective: boolean;
  token: ContinueToken | undefined;
}

/** Reads and checks a query, in the order in which real servers do. */
export function listOptions(call: Call): ListOptions {
  const query = listQuery(call);
  const labels = parseLabelSelector(call.query.get("labelSelector") ?? "");
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
