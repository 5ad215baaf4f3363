import type { Resource } from "../../provider/objects/resource";
import { resources } from "../../provider/resources/registry";

/** The resources that only vCluster Platform 4 has. */
export const productResources: readonly Resource[] = resources.filter(({ productOnly }) => productOnly);

/** The resources of the specification. */
export const specResources: readonly Resource[] = resources.filter(({ productOnly }) => !productOnly);

/** Whether only vCluster Platform 4 has a type. */
export const isProductType = (type: string): boolean => productResources.some((resource) => resource.type === type);

/** Few inputs of each of these resources; the display name is the type. */
export const productInputs: Record<string, Record<string, unknown>> = Object.fromEntries(
  productResources.map(({ type, inputs: { shape } }) => {
    if ("kind" in shape) return [type, { kind: "App", name: type.toLowerCase(), spec: { displayName: type } }];
    const place = { project: "web", namespace: "vcluster-platform" };
    // Without a template, an instance never becomes ready.
    const source = "waitForReady" in shape ? { template: {} } : {};
    const declared = Object.entries(place).filter(([key]) => key in shape);
    return [type, { name: type.toLowerCase(), displayName: type, ...source, ...Object.fromEntries(declared) }];
  }),
);
