import type { Resource } from "../../provider/objects/resource";
import { resources } from "../../provider/resources/registry";

/** The resources that only vCluster Platform 4 has. */
export const productResources: readonly Resource[] = resources.filter(({ productOnly }) => productOnly);

/** The resources of the specification. */
export const specResources: readonly Resource[] = resources.filter(({ productOnly }) => !productOnly);

/** Whether only vCluster Platform 4 has a type. */
export const isProductType = (type: string): boolean => productResources.some((resource) => resource.type === type);
