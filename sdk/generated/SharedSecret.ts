// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","namespace","data","binaryData","uid","resourceVersion","generation","creationTimestamp","externalChange"],"secret":[["data"],["binaryData"]]};

/** The inputs of SharedSecret. */
export type SharedSecretArgs = Inputs<types.SharedSecretInputs>;

export interface SharedSecret extends Outputs<types.SharedSecretState> {}
/**
 * Values that the platform copies to several clusters and projects. The values of a deleted secret
 * are lost to the clusters and projects that use it. vCluster Platform 4; not in the specification.
 */
export class SharedSecret extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("SharedSecret");

  constructor(name: string, args: SharedSecretArgs, options?: pulumi.CustomResourceOptions) {
    super("SharedSecret", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): SharedSecret {
    return new SharedSecret(name, {} as SharedSecretArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is SharedSecret {
    return isOfType(SharedSecret.__pulumiType, value);
  }
}
