import type { PlatformFunction, Resource } from "../objects/resource.js";
import { lookupFunctions } from "./lookupFunctions.js";
import { ownedAccessKey } from "./ownedAccessKey/ownedAccessKey.js";
import { platformObject } from "./platformObject/platformObject.js";
import { project } from "./project/project.js";
import { projectSecret } from "./projectSecret.js";
import { sharedSecret } from "./sharedSecret.js";
import { spaceInstance } from "./spaceInstance.js";
import { spaceTemplate } from "./spaceTemplate.js";
import { team } from "./team.js";
import { user } from "./user.js";
import { getVirtualCluster } from "./virtualCluster/getVirtualCluster.js";
import { getVirtualClusterKubeconfig } from "./virtualCluster/getVirtualClusterKubeconfig.js";
import { virtualClusterImport } from "./virtualClusterImport/virtualClusterImport.js";
import { virtualClusterInstance } from "./virtualClusterInstance.js";
import { virtualClusterTemplate } from "./virtualClusterTemplate.js";

/** The resources of one kind each. PlatformObject is for all other kinds. */
export const kindResources: readonly Resource[] = [
  spaceTemplate,
  ownedAccessKey,
  virtualClusterImport,
  project,
  team,
  user,
  projectSecret,
  sharedSecret,
  virtualClusterTemplate,
  virtualClusterInstance,
  spaceInstance,
];

/** Every resource of the provider. */
export const resources: readonly Resource[] = [...kindResources, platformObject(kindResources.map(({ type }) => type))];

// Custom resources have no plural. getVirtualCluster looks up imported virtual clusters, too.
const lookups = resources.flatMap((resource) => (resource.plural === undefined ? [] : lookupFunctions(resource)));

/** Every function of the provider. */
export const functions: readonly PlatformFunction[] = [...lookups, getVirtualCluster, getVirtualClusterKubeconfig];

/** The resources and functions of a provider. */
export interface Registry {
  readonly resources: readonly Resource[];
  readonly functions: readonly PlatformFunction[];
}

/** The resources and functions of this provider. */
export const registry: Registry = { resources, functions };
