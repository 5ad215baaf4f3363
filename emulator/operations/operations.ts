import type { Call, Response } from "../call";
import { keysSegment } from "../kinds/principals";
import { importSegment } from "../kinds/project";
import type { CollectionTarget } from "../lists/pages";
import { collectionVerb, isWatch } from "../lists/query";
import type { Route } from "../route";
import { badRequest, methodNotAllowed, notFound, notServed } from "../statusError";
import { resourceSubject, type World } from "../world";
import { createInCollection } from "./createObject";
import { deleteCollection, deleteObject } from "./deleteObject";
import { getKeysOfPrincipal } from "./getKeysOfPrincipal";
import { createSelf, getAccessKey } from "./identity";
import { importVirtualCluster } from "./importVirtualCluster";
import { patchObject } from "./patchObject";
import { getObject, listObjects, type ObjectTarget, type Operation } from "./readObjects";
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
  PUT: (world, { kind }) => {
    if (world.goTypes || kind.lacks) throw methodNotAllowed();
    throw badRequest("name must be provided");
  },
};

const onStatus: Record<string, Operation<ObjectTarget>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: replaceObject,
  PATCH: patchObject,
};

const onObject: Record<string, Operation<ObjectTarget>> = {
  ...onStatus,
  DELETE: deleteObject,
  // The name in the path is ignored, as servers of custom resources do.
  POST: (world, target, call) => {
    if (world.goTypes) throw methodNotAllowed();
    return createInCollection(world, target, call);
  },
};

const onSubresource: Record<string, Record<string, Operation<ObjectTarget>>> = {
  [importSegment]: { POST: importVirtualCluster },
  accesskey: { GET: getAccessKey, HEAD: getAccessKey },
  [keysSegment]: { GET: getKeysOfPrincipal, HEAD: getKeysOfPrincipal },
};

/** Does what a method means at a route. */
export function operate(world: World, route: Route, call: Call): Response {
  if (route.target === "self") return pick({ POST: createSelf }, world, "", call)(world, {}, call);
  const { plural, lacks = [] } = route.kind;
  if (route.target === "collection") {
    const verb = collectionVerb(call);
    if (verb !== undefined && lacks.includes(verb)) throw methodNotAllowed();
    return pick(onCollection, world, plural, call)(world, route, call);
  }
  return pick(methodsOf(world, route), world, plural, call)(world, route, call);
}

function methodsOf(world: World, { kind, name, subresource }: ObjectTarget): Record<string, Operation<ObjectTarget>> {
  if (subresource === "") return onObject;
  if (subresource === "status" && kind.status && !kind.noStatusPath) return onStatus;
  const methods = Object.hasOwn(kind.subresources ?? {}, subresource) ? onSubresource[subresource] : undefined;
  if (methods !== undefined) return methods;
  throw world.api === 4 ? notServed() : notFound(resourceSubject(world, kind, name));
}

function pick<T>(methods: Record<string, T>, world: World, plural: string, call: Call): T {
  const operation = methods[call.method];
  if (operation !== undefined) return operation;
  throw methodNotAllowed({ group: world.group, kind: plural, name: "" });
}
