// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["project","sourceVirtualCluster","deletionPolicy","restart","host","manage","name","generateName","labels","annotations","finalizers","ownerReferences","uid","resourceVersion","generation","creationTimestamp","externalChange","connection","virtualCluster","namespace"],"secret":[["connection"]]};

/** The inputs of VirtualClusterImport. */
export type VirtualClusterImportArgs = Inputs<types.VirtualClusterImportInputs>;

export interface VirtualClusterImport extends Outputs<types.VirtualClusterImportState> {}
/**
 * Brings an existing virtual cluster, which runs on a connected cluster, into a project. A change
 * of the project or of the virtual cluster imports anew. Deleting the resource never deletes the
 * virtual cluster.
 */
export class VirtualClusterImport extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("VirtualClusterImport");

  constructor(name: string, args: VirtualClusterImportArgs, options?: pulumi.CustomResourceOptions) {
    super("VirtualClusterImport", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): VirtualClusterImport {
    return new VirtualClusterImport(name, {} as VirtualClusterImportArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is VirtualClusterImport {
    return isOfType(VirtualClusterImport.__pulumiType, value);
  }
}
