// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","kind","project","namespace","spec","waitFor","uid","resourceVersion","generation","creationTimestamp","externalChange","plural","phase"],"secret":[]};

/** The inputs of PlatformObject. */
export type PlatformObjectArgs = Inputs<types.PlatformObjectInputs>;

export interface PlatformObject extends Outputs<types.PlatformObjectState> {}
/**
 * An object of a kind without a resource of its own, such as a cluster, an app or a role. The
 * guarantees of the other resources hold, but only values that the program marks are secret.
 * Deleting the object can delete what belongs to it. vCluster Platform 4; not in the specification.
 */
export class PlatformObject extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("PlatformObject");

  constructor(name: string, args: PlatformObjectArgs, options?: pulumi.CustomResourceOptions) {
    super("PlatformObject", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): PlatformObject {
    return new PlatformObject(name, {} as PlatformObjectArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is PlatformObject {
    return isOfType(PlatformObject.__pulumiType, value);
  }
}
