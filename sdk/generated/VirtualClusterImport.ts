// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {
  "all": [
    "project",
    "sourceVirtualCluster",
    "deletionPolicy",
    "name",
    "generateName",
    "labels",
    "annotations",
    "finalizers",
    "ownerReferences",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "externalChange",
    "virtualCluster",
    "namespace"
  ],
  "secret": []
};

/** The properties that a program sets on VirtualClusterImport. */
export type VirtualClusterImportArgs = Inputs<VirtualClusterImportInputs>;
export interface VirtualClusterImportInputs {
  /** Project into which the virtual cluster is imported. A change replaces the import. */
  project: string;
  /** The virtual cluster to import. A change of its cluster, namespace or name replaces the import. */
  sourceVirtualCluster: types.SourceVirtualCluster;
  /** What deleting this resource does to the virtual cluster. Default `retain`. */
  deletionPolicy?: types.DeletionPolicy | undefined;
  /** Name of the request object itself; the virtual cluster's is `importName`. The request is sent once, so a later change stays in the state. */
  name?: string | undefined;
  /** Prefix of the request object's name. The request is sent once, so a later change stays in the state. */
  generateName?: string | undefined;
  /** Labels of the request object. The request is sent once, so a later change stays in the state. */
  labels?: Record<string, string> | undefined;
  /** Annotations of the request object. The request is sent once, so a later change stays in the state. */
  annotations?: Record<string, string> | undefined;
  /** Finalizers of the request object. The request is sent once, so a later change stays in the state. */
  finalizers?: string[] | undefined;
  /** Owner references of the request object. The request is sent once, so a later change stays in the state. */
  ownerReferences?: types.OwnerReference[] | undefined;
}

/** The properties of VirtualClusterImport: what a program sets, and what the platform adds. */
export interface VirtualClusterImportState extends VirtualClusterImportInputs {
  /** Identifier of the virtual cluster's object, unique in time and space; absent where the platform does not show it. */
  uid?: string | undefined;
  /** Opaque version of the virtual cluster's object; absent where the platform does not show it. */
  resourceVersion?: string | undefined;
  /** Sequence number of the virtual cluster's desired state; absent where the platform does not show it. */
  generation?: number | undefined;
  /** When the virtual cluster came into the project, RFC 3339 in UTC; absent where the platform does not show it. */
  creationTimestamp?: string | undefined;
  /** What somebody else did to the object that no other property shows (removed and added again, being deleted), as the last refresh saw it. Cleared by the next update. */
  externalChange?: string | undefined;
  /** Name of the resulting virtual cluster in the project. */
  virtualCluster: string;
  /** Namespace of the resulting virtual cluster; absent where the platform does not show it. */
  namespace?: string | undefined;
}

export interface VirtualClusterImport extends Outputs<VirtualClusterImportState> {}
/** Brings an existing virtual cluster, which runs on a connected cluster, into a project. A change of the project or of the virtual cluster imports anew. Deleting the resource leaves the virtual cluster in the project unless `deletionPolicy` is `delete`. */
export class VirtualClusterImport extends PlatformResource {
  constructor(name: string, args: VirtualClusterImportArgs, options?: pulumi.CustomResourceOptions) {
    super("VirtualClusterImport", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): VirtualClusterImport {
    return new VirtualClusterImport(name, {} as VirtualClusterImportArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: unknown): value is VirtualClusterImport {
    return isOfType("VirtualClusterImport", value);
  }
}
