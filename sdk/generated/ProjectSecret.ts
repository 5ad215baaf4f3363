// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","project","data","binaryData","uid","resourceVersion","generation","creationTimestamp","externalChange"],"secret":[["data"],["binaryData"]]};

/** The inputs of ProjectSecret. */
export type ProjectSecretArgs = Inputs<types.ProjectSecretInputs>;

export interface ProjectSecret extends Outputs<types.ProjectSecretState> {}
/**
 * Values for the virtual clusters and spaces of a project. The values of a deleted secret are lost
 * to the virtual clusters and spaces of the project. vCluster Platform 4; not in the specification.
 */
export class ProjectSecret extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("ProjectSecret");

  constructor(name: string, args: ProjectSecretArgs, options?: pulumi.CustomResourceOptions) {
    super("ProjectSecret", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): ProjectSecret {
    return new ProjectSecret(name, {} as ProjectSecretArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is ProjectSecret {
    return isOfType(ProjectSecret.__pulumiType, value);
  }
}
