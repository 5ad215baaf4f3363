import type * as z from "zod";
import type { Config } from "../../config/config.js";
import { dnsLabel } from "../fields/metadataFields.js";
import type { Context, Listing, PageRequest, Place, Stored } from "../operation.js";
import { type Scope, storedId, storedPlace } from "../place.js";
import type { Lifecycle, Operation, Resource, StoredOperation } from "../resource.js";
import type { Path, Properties } from "../values.js";
import { objectPaths } from "../wire/objectShape.js";
import { createStored, deleteStored, readStored, updateStored } from "./stored.js";
import { listStored, principalFilter, storedFilter } from "./storedLookups.js";

// Each function of a resource: its own, or else the standard one.

const own = ({ resource }: Operation): Partial<Lifecycle> => resource;

/** The operation of a resource without a function of its own: such a resource is one object. */
const asStored = (operation: Operation) => operation as Context as StoredOperation;

/** Whether the objects have names. Check generates a missing one. */
export const isNamed = (resource: Resource): boolean => resource.plural !== undefined || resource.isNamed === true;

/** The id of a resource with these inputs, if it is known before the create. */
export const idOf = (resource: Resource, inputs: Properties): string =>
  resource.plural === undefined ? resource.id(inputs) : storedId(resource, inputs);

/** Where the object with this id is. */
export const placeOf = async (context: Context, resource: Resource, id: string): Promise<Place> =>
  resource.plural === undefined
    ? { name: id, collection: [], inputs: {}, outputs: {} }
    : storedPlace(context, resource, id);

/** Creates the resource. */
export const createResource = (operation: Operation): Promise<Stored> =>
  own(operation).create?.(operation) ?? createStored(asStored(operation));

/** Reads the resource; undefined if it is gone. */
export const readResource = (operation: Operation): Promise<Stored | undefined> =>
  own(operation).read?.(operation) ?? readStored(asStored(operation));

/** Updates the resource in place. */
export const updateResource = (operation: Operation): Promise<Stored> =>
  own(operation).update?.(operation) ?? updateStored(asStored(operation));

/** Deletes the resource. */
export const deleteResource = (operation: Operation): Promise<void> =>
  own(operation).delete?.(operation) ?? deleteStored(asStored(operation));

/** The filter for a list of the objects. */
export function filterOf(resource: Resource): z.ZodObject {
  if (resource.plural === undefined) return resource.filter;
  if (resource.scope) return storedFilter.extend({ [resource.scope]: onlyIn(resource.scope) });
  return resource.ofPrincipal ? principalFilter : storedFilter;
}

const onlyIn = (scope: Scope) => dnsLabel.describe(`Only those of this ${scope}.`).optional();

/** One page of all objects of the type, whoever created them. */
export const listResources = (context: Context, resource: Resource, page: PageRequest): Promise<Listing> =>
  resource.plural === undefined ? resource.list(context, page) : listStored(context, resource, page);

/** Paths in the object for a property path, to find its field manager; several if ambiguous. */
export const resourcePaths = (resource: Resource, config: Config, path: Path): readonly Path[] =>
  resource.plural === undefined ? resource.objectPaths(path) : objectPaths({ resource, config }, path);
