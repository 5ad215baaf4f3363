import { functions } from "./functions.js";
import { resources } from "./index.js";
import type { PlatformFunction } from "./platformFunction.js";
import type { Resource } from "./resource.js";

/** What a provider offers to programs. */
export interface Offer {
  readonly resources: readonly Resource[];
  readonly functions: readonly PlatformFunction[];
}

/** All that this provider offers. */
export const offer: Offer = { resources, functions };
