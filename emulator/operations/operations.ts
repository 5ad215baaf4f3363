import type { Answer, Call } from "../call";
import { importSegment } from "../kinds/virtualCluster";
import type { CollectionTarget } from "../lists/pages";
import { isWatch } from "../lists/query";
import type { Route } from "../route";
import { badRequest, methodNotAllowed, methodNotSupported, notFound, notServed } from "../statusError";
import { resourceSubject, type World } from "../world";
import { createInCollection } from "./createObject";
import { deleteCollection, deleteObject } from "./deleteObject";
import { createSelf, getAccessKey } from "./identity";
import { importVirtualCluster } from "./importVirtualCluster";
import type { ObjectTarget, Operation } from "./operation";
import { patchObject } from "./patchObject";
import { getObject, listObjects } from "./readObjects";
import { replaceObject } from "./replaceObject";
import { watchObjects } from "./watchObjects";

const onCollection: Record<string, Operation<CollectionTarget>> = {
  GET: (world, target, call) => (isWatch(call) ? watchObjects : listObjects)(world, target, call),
  HEAD: listObjects,
  DELETE: deleteCollection,
  POST: (world, { kind, namespace }, call) => {
    if (namespace === undefined) throw methodNotAllowed();
    return createInCollection(world, { kind, namespace }, call);
  },
  PUT: (world) => {
    if (world.flavor.refusesMisplacedMethods) throw methodNotAllowed();
    throw badRequest("name must be provided");
  },
};

const onObject: Record<string, Operation<ObjectTarget>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: replaceObject,
  PATCH: patchObject,
  DELETE: deleteObject,
  // The name in the path is ignored, as servers of custom resources do.
  POST: (world, target, call) => {
    if (world.flavor.refusesMisplacedMethods) throw methodNotAllowed();
    return createInCollection(world, target, call);
  },
};

const onStatus: Record<string, Operation<ObjectTarget>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: replaceObject,
  PATCH: patchObject,
};

const onOthers: Record<string, { method: string; run: Operation<ObjectTarget> }> = {
  [importSegment]: { method: "POST", run: importVirtualCluster },
  accesskey: { method: "GET", run: getAccessKey },
};

/** Does what a method means at a route. */
export function operate(world: World, route: Route, call: Call): Answer {
  if (route.target === "self") {
    if (call.method !== "POST") throw methodNotAllowed();
    return createSelf(world, route, call);
  }
  if (route.target === "collection") return pick(onCollection, world, route.kind.plural, call)(world, route, call);
  const { kind, name, subresource } = route;
  if (subresource === "") return pick(onObject, world, kind.plural, call)(world, route, call);
  if (subresource === "status" && kind.status) return pick(onStatus, world, kind.plural, call)(world, route, call);
  const operation = Object.hasOwn(kind.subresources ?? {}, subresource) ? onOthers[subresource] : undefined;
  if (operation === undefined) {
    throw world.api === 4 ? notServed() : notFound(resourceSubject(world, kind, name));
  }
  if (call.method !== operation.method) throw methodNotAllowed();
  return operation.run(world, route, call);
}

function pick<T>(methods: Record<string, T>, world: World, plural: string, call: Call): T {
  const operation = methods[call.method];
  if (operation !== undefined) return operation;
  throw methodNotSupported({ group: world.group, kind: plural, name: "" });
}
