import { ownedAccessKey } from "./ownedAccessKey.js";
import type { Resource } from "./resource.js";
import { spaceTemplate } from "./spaceTemplate.js";
import { virtualClusterImport } from "./virtualClusterImport.js";

/** Every resource of the provider; a new one is one file and one line here. */
export const resources: readonly Resource[] = [spaceTemplate, ownedAccessKey, virtualClusterImport];
