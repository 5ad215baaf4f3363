import type { Kind } from "../kinds/kind";
import { type CollectionTarget, type Page, readPage } from "../lists/pages";
import { listOptions } from "../lists/query";
import { presentItem } from "../objects/present";
import { canonicalJson } from "../text/json";
import type { World } from "../world";
import type { Operation } from "./operation";

/** GET of a collection: selected by labels or by name, in pages if asked. */
export const listObjects: Operation<CollectionTarget> = (world, target, call) => {
  const page = readPage(world, target, listOptions(call));
  return { code: 200, json: listJson(world, target.kind, page) };
};

/** The JSON text of a list. */
export function listJson(world: World, kind: Kind, { entries, metadata }: Page): string {
  const items = entries.map((entry) => presentItem(world, kind, entry)).join(",");
  const head = `"apiVersion":"${world.apiVersion}","items":[${items}],"kind":"${kind.kind}List"`;
  return `{${head},"metadata":${canonicalJson(metadata)}}`;
}
