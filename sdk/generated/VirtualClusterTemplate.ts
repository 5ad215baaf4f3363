// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","parameters","template","versions","uid","resourceVersion","generation","creationTimestamp","externalChange"],"secret":[["template","helmRelease","chart","password"],["template","charts","*","password"],["template","spaceTemplate","charts","*","password"],["versions","*","template","helmRelease","chart","password"],["versions","*","template","charts","*","password"],["versions","*","template","spaceTemplate","charts","*","password"]]};

/** The inputs of VirtualClusterTemplate. */
export type VirtualClusterTemplateArgs = Inputs<types.VirtualClusterTemplateInputs>;

export interface VirtualClusterTemplate extends Outputs<types.VirtualClusterTemplateState> {}
/**
 * A predefined virtual cluster, with versions and parameters. vCluster Platform 4; not in the
 * specification.
 */
export class VirtualClusterTemplate extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("VirtualClusterTemplate");

  constructor(name: string, args: VirtualClusterTemplateArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("VirtualClusterTemplate", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): VirtualClusterTemplate {
    return new VirtualClusterTemplate(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is VirtualClusterTemplate {
    return isOfType(VirtualClusterTemplate.__pulumiType, value);
  }
}
