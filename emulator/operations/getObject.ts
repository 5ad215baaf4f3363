import { checkNotAhead, parseVersion } from "../lists/query";
import { present } from "../objects/present";
import { internalError, notFound } from "../statusError";
import type { Entry } from "../store/store";
import { resourceSubject, type World } from "../world";
import type { ObjectTarget, Operation } from "./operation";

/** GET of one object. */
export const getObject: Operation<ObjectTarget> = (world, target, call) => {
  const asked = parseVersion(call.query.get("resourceVersion") ?? "", (why) =>
    internalError(`resourceVersion: ${why}`),
  );
  checkNotAhead(world, asked);
  return { code: 200, json: present(world, target.kind, findEntry(world, target)) };
};

/** The stored object, or the 404 that names it. */
export function findEntry(world: World, { kind, name, namespace }: ObjectTarget): Entry {
  const entry = world.store.entry(kind.plural, name, namespace);
  if (entry === undefined) throw notFound(resourceSubject(world, kind, name));
  return entry;
}
