import type { Call, Response } from "../call";
import type { Kind } from "../kinds/kind";
import { type CollectionTarget, type Page, readPage } from "../lists/pages";
import { checkNotAhead, listOptions, parseVersion } from "../lists/query";
import { present, presentItem } from "../objects/present";
import type { Route } from "../route";
import { internalError, notFound } from "../statusError";
import type { Entry } from "../store/store";
import { canonicalJson } from "../text/json";
import { resourceSubject, type World } from "../world";

/** One object by its name in the path. */
export type ObjectTarget = Omit<Extract<Route, { target: "object" }>, "target">;

/** What a method does to a target. */
export type Operation<Target> = (world: World, target: Target, call: Call) => Response;

/** GET of one object. */
export const getObject: Operation<ObjectTarget> = (world, target, call) => {
  const version = call.query.get("resourceVersion") ?? "";
  checkNotAhead(
    world,
    parseVersion(version, (why) => internalError(`resourceVersion: ${why}`)),
  );
  return { code: 200, body: present(world, target.kind, findEntry(world, target)) };
};

/** The stored object, or the 404 that names it. */
export function findEntry(world: World, { kind, name, namespace }: ObjectTarget): Entry {
  const entry = world.store.entry(kind.plural, name, namespace);
  if (entry === undefined) throw notFound(resourceSubject(world, kind, name));
  return entry;
}

/** GET of a collection: selected by labels or by name, in pages if requested. */
export const listObjects: Operation<CollectionTarget> = (world, target, call) => {
  const page = readPage(world, target, listOptions(call));
  return { code: 200, body: listJson(world, target.kind, page) };
};

/** The JSON text of a list. */
export function listJson(world: World, kind: Kind, { entries, metadata }: Page): string {
  const items = entries.map((entry) => presentItem(world, kind, entry)).join(",");
  const head = `"apiVersion":"${world.apiVersion}","items":[${items}],"kind":"${kind.kind}List"`;
  return `{${head},"metadata":${canonicalJson(metadata)}}`;
}
