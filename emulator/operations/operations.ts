import type { Answer, Call } from "../call";
import type { CollectionTarget } from "../lists/pages";
import { isWatch } from "../lists/query";
import type { Route } from "../route";
import { badRequest, methodNotAllowed, methodNotSupported, notFound } from "../statusError";
import { resourceSubject, type World } from "../world";
import { createInCollection } from "./createObject";
import { deleteCollection, deleteObject } from "./deleteObject";
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

/** Does what a method means at a route. */
export function operate(world: World, route: Route, call: Call): Answer {
  if (route.target === "import") {
    if (call.method !== "POST") throw methodNotAllowed();
    return importVirtualCluster(world, route, call);
  }
  if (route.target === "collection") return pick(onCollection, world, route.kind.plural, call)(world, route, call);
  const { kind, name, subresource } = route;
  if (!["", "status"].includes(subresource)) throw notFound(resourceSubject(world, kind, name));
  return pick(subresource === "" ? onObject : onStatus, world, kind.plural, call)(world, route, call);
}

function pick<T>(methods: Record<string, T>, world: World, plural: string, call: Call): T {
  const operation = methods[call.method];
  if (operation !== undefined) return operation;
  throw methodNotSupported({ group: world.group, kind: plural, name: "" });
}
