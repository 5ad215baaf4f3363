import type { Lookups } from "../objects/operation.js";
import { getVirtualCluster } from "./getVirtualCluster.js";
import { resources } from "./index.js";
import { lookupFunctions } from "./lookupFunctions.js";
import type { PlatformFunction } from "./platformFunction.js";
import type { Resource } from "./resource.js";

// The id of an import is no name, and what there is to look up is the virtual cluster.
const isNamed = (resource: Resource): resource is Resource & Lookups => resource.lookUp !== undefined;

/** Every function of the provider. */
export const functions: readonly PlatformFunction[] = [
  ...resources.filter(isNamed).flatMap(lookupFunctions),
  getVirtualCluster,
];
