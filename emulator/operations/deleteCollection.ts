import { deleteEntry } from "../objects/deletion";
import { methodNotAllowed } from "../statusError";
import { checkPreconditions } from "./deleteObject";
import { deleteOptions } from "./deleteOptions";
import { listJson } from "./listObjects";
import { listOptions } from "./listOptions";
import type { CollectionTarget, Operation } from "./operation";
import { readPage } from "./readPage";

/** DELETE of a collection: everything that a list with the same query shows; the answer is this list, as it was found. */
export const deleteCollection: Operation<CollectionTarget> = (world, target, call) => {
  const { kind, namespace } = target;
  if (namespace === undefined) throw methodNotAllowed();
  const selection = listOptions(call);
  const options = deleteOptions(call);
  const page = readPage(world, target, selection);
  for (const { object } of page.entries) {
    const entry = world.store.entry(kind.plural, object.metadata.name, namespace);
    // A page of an earlier version may show what is gone.
    if (entry === undefined) continue;
    checkPreconditions(world, kind, entry.object, options);
    deleteEntry(world, kind, entry, options);
  }
  return { code: 200, json: listJson(world, kind, page) };
};
