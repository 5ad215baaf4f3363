import type { Call } from "../call";
import { presentItem } from "../present";
import { parseFieldSelector } from "../selectors/fieldSelector";
import { parseLabelSelector } from "../selectors/labelSelector";
import { badRequest, versionTooLarge } from "../statusError";
import { type Entry, entryKey } from "../store";
import { canonicalJson } from "../text/json";
import type { World } from "../world";
import { type ContinueToken, readContinueToken, writeContinueToken } from "./continueToken";
import type { CollectionTarget, Operation } from "./operation";

/** GET of a collection: selected by labels or by name, in pages if asked. */
export const listObjects: Operation<CollectionTarget> = (world, { kind, namespace }, call) => {
  checkAskedVersion(world, call);
  const limit = readLimit(call.query.get("limit") ?? "");
  const token = readContinueToken(call.query.get("continue") ?? "");
  const { matches, isSelective } = readSelectors(call);
  const found = [...world.store.entries(kind.plural, namespace, token?.after)].filter(matches);
  const page = limit > 0 ? found.slice(0, limit) : found;
  const resourceVersion = token?.resourceVersion ?? world.store.resourceVersion;
  const metadata = canonicalJson({ resourceVersion, ...nextPage(page, found.length, resourceVersion, isSelective) });
  const items = page.map((entry) => presentItem(world, kind, entry)).join(",");
  const head = `"apiVersion":"${world.apiVersion}","items":[${items}],"kind":"${kind.kind}List"`;
  return { code: 200, json: `{${head},"metadata":${metadata}}` };
};

/** Refuses a read that asks for a resourceVersion that is still to come. */
export function checkAskedVersion(world: World, call: Call): void {
  const asked = call.query.get("resourceVersion") ?? "";
  if (!/^\d*$/.test(asked)) throw badRequest(`Invalid value: ${JSON.stringify(asked)}: invalid resource version`);
  const current = world.store.resourceVersion;
  if (Number(asked) > Number(current)) throw versionTooLarge(asked, current);
}

function nextPage(page: Entry[], total: number, resourceVersion: string, isSelective: boolean) {
  const last = page.at(-1);
  const remaining = total - page.length;
  if (last === undefined || remaining === 0) return { continue: "" };
  const token: ContinueToken = { resourceVersion, after: entryKey(last) };
  // With a selector the server does not know how many are left without reading them.
  const count = isSelective ? {} : { remainingItemCount: remaining };
  return { continue: writeContinueToken(token), ...count };
}

function readLimit(text: string): number {
  if (text === "") return 0;
  if (!/^[-+]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

function readSelectors(call: Call) {
  const labels = parseLabelSelector(call.query.get("labelSelector") ?? "");
  const fields = parseFieldSelector(call.query.get("fieldSelector") ?? "");
  const requirements = labels.length + fields.length;
  const matches = ({ object }: Entry) =>
    labels.every((matchesLabels) => matchesLabels(object.metadata.labels ?? {})) &&
    fields.every((matchesFields) => matchesFields(object.metadata));
  return { matches, isSelective: requirements > 0 };
}
