// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","project","templateRef","parameters","extraAccessRules","waitForReady","template","clusterRef","external","networkPeer","standalone","uid","resourceVersion","generation","creationTimestamp","externalChange","cluster","hostNamespace","phase","ready"],"secret":[["template","helmRelease","chart","password"],["template","charts","*","password"],["template","spaceTemplate","charts","*","password"]]};

/** The inputs of VirtualClusterInstance. */
export type VirtualClusterInstanceArgs = Inputs<types.VirtualClusterInstanceInputs>;

export interface VirtualClusterInstance extends Outputs<types.VirtualClusterInstanceState> {}
/**
 * A virtual cluster in a project, which the platform creates and deletes. Deleting a virtual
 * cluster deletes all that runs in it, with its data. vCluster Platform 4; not in the
 * specification.
 */
export class VirtualClusterInstance extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("VirtualClusterInstance");

  constructor(name: string, args: VirtualClusterInstanceArgs, options?: pulumi.CustomResourceOptions) {
    super("VirtualClusterInstance", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): VirtualClusterInstance {
    return new VirtualClusterInstance(name, {} as VirtualClusterInstanceArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is VirtualClusterInstance {
    return isOfType(VirtualClusterInstance.__pulumiType, value);
  }
}
