import type { Kind } from "../kinds/kind";
import type { ApiObject } from "../kinds/metadata";
import { type CollectionTarget, readPage } from "../lists/pages";
import { listOptions } from "../lists/query";
import { deleteEntry } from "../objects/deletion";
import { present } from "../objects/present";
import { conflict, forbidden, methodNotAllowed } from "../statusError";
import { resourceSubject, vendorOf, type World } from "../world";
import { findEntry, listJson, type ObjectTarget, type Operation } from "./readObjects";
import { type DeleteOptions, deleteOptions } from "./writeOptions";

/** DELETE of one object: a Status if it is gone at once, the object if something holds it back. */
export const deleteObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind } = target;
  const options = deleteOptions(call);
  const entry = findEntry(world, target);
  checkPreconditions(world, kind, entry.object, options);
  refuseNonDeletable(world, kind, entry.object);
  const held = deleteEntry(world, kind, entry, options);
  return { code: 200, body: held === undefined ? success(world, kind, entry.object) : present(world, kind, held) };
};

/** DELETE of a collection: deletes what a list with the same query shows, and returns this list. */
export const deleteCollection: Operation<CollectionTarget> = (world, target, call) => {
  const { kind, namespace } = target;
  if (namespace === undefined) throw methodNotAllowed();
  const selection = listOptions(call);
  const options = deleteOptions(call);
  const page = readPage(world, target, selection);
  for (const { object } of page.entries) {
    const entry = world.store.entry(kind.plural, object.metadata.name, namespace);
    // The snapshot of an earlier page may show what is gone.
    if (entry === undefined) continue;
    checkPreconditions(world, kind, entry.object, options);
    refuseNonDeletable(world, kind, entry.object);
    deleteEntry(world, kind, entry, options);
  }
  return { code: 200, body: listJson(world, kind, page) };
};

/** Refuses to delete another object, or another state of it, than the caller means. */
function checkPreconditions(world: World, kind: Kind, { metadata }: ApiObject, options: DeleteOptions): void {
  for (const field of ["uid", "resourceVersion"] as const) {
    const [wanted, found] = [options[field], metadata[field]];
    if (wanted === undefined || wanted === found) continue;
    const why = `the ${field} in the precondition (${wanted}) does not match the ${field} in record (${found})`;
    throw conflict({ group: world.group, kind: kind.kind, name: metadata.name }, why);
  }
}

/** Refuses to delete an object with the annotation. The product's status and text are unknown. */
function refuseNonDeletable(world: World, kind: Kind, { metadata }: ApiObject): void {
  const annotation = `${vendorOf(world)}/non-deletable`;
  if (world.api !== 4 || world.cluster !== undefined || metadata.annotations?.[annotation] !== "true") return;
  throw forbidden(resourceSubject(world, kind, metadata.name), `the annotation ${annotation} is set`);
}

function success(world: World, kind: Kind, { metadata: { name, uid } }: ApiObject): string {
  const details = { name, group: world.group, kind: kind.plural, uid };
  return JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details });
}
