// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","project","templateRef","parameters","extraAccessRules","waitForReady","template","clusterRef","uid","resourceVersion","generation","creationTimestamp","externalChange","cluster","hostNamespace","phase","ready"],"secret":[["template","charts","*","password"]]};

/** The inputs of SpaceInstance. */
export type SpaceInstanceArgs = Inputs<types.SpaceInstanceInputs>;

export interface SpaceInstance extends Outputs<types.SpaceInstanceState> {}
/**
 * A space in a project: a namespace on a connected cluster. Deleting a space deletes all that is in
 * its namespace. vCluster Platform 4; not in the specification.
 */
export class SpaceInstance extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("SpaceInstance");

  constructor(name: string, args: SpaceInstanceArgs, options?: pulumi.CustomResourceOptions) {
    super("SpaceInstance", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): SpaceInstance {
    return new SpaceInstance(name, {} as SpaceInstanceArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is SpaceInstance {
    return isOfType(SpaceInstance.__pulumiType, value);
  }
}
