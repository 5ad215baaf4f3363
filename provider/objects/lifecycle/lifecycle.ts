import type * as z from "zod";
import type { Config } from "../../config/config.js";
import type { Listing, OperationContext, PageRequest, Stored } from "../operation.js";
import type { DeclaredChange, Operations, Resource } from "../resource.js";
import type { Path, Properties } from "../values.js";
import { objectPaths } from "../wire/objectShape.js";
import { createStored, deleteStored, readStored, updateStored } from "./stored.js";
import { listStored, principalFilter, storedFilter } from "./storedLookups.js";

// Each function of a resource: its own, or else the standard one.

const has = <Name extends keyof Operations>(
  resource: Resource,
  name: Name,
): resource is Resource & Pick<Operations, Name> => resource[name] !== undefined;

/** The id of a resource with these inputs, if it is known before the create. */
export const idOf = (resource: Resource, inputs: Properties): string =>
  resource.plural === undefined ? resource.id(inputs) : String(inputs.name);

/** Creates the resource. */
export const createResource = (context: OperationContext, resource: Resource, inputs: Properties) =>
  has(resource, "create") ? resource.create(context, inputs) : createStored(context, resource, inputs);

/** Reads the resource; undefined if it is gone. */
export const readResource = (context: OperationContext, resource: Resource, recorded: Stored) =>
  has(resource, "read") ? resource.read(context, recorded) : readStored(context, resource, recorded);

/** Updates the resource in place. */
export const updateResource = (context: OperationContext, resource: Resource, change: DeclaredChange) =>
  has(resource, "update") ? resource.update(context, change) : updateStored(context, resource, change);

/** Deletes the resource. */
export const deleteResource = (context: OperationContext, resource: Resource, recorded: Stored) =>
  has(resource, "delete") ? resource.delete(context, recorded) : deleteStored(context, resource, recorded);

/** The filter for a list of the objects. */
export function filterOf(resource: Resource): z.ZodObject {
  if (resource.plural === undefined) return resource.filter;
  return resource.ofPrincipal ? principalFilter : storedFilter;
}

/** One page of all objects of the type, whoever created them. */
export const listResources = (context: OperationContext, resource: Resource, page: PageRequest): Promise<Listing> =>
  resource.plural === undefined ? resource.list(context, page) : listStored(context, resource, page);

/** Paths in the object for a property path, to find its field manager; several if ambiguous. */
export const resourcePaths = (resource: Resource, config: Config, path: Path): readonly Path[] =>
  resource.plural === undefined ? resource.objectPaths(path) : objectPaths(resource, config, path);
