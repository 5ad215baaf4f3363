// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","allowedClusters","allowedTemplates","allowedNodeTypes","allowedNodeProfiles","defaultNodeProfile","members","quotas","requireTemplate","requirePreset","namespacePattern","namespaceTemplate","vault","forceDelete","uid","resourceVersion","generation","creationTimestamp","externalChange","namespace"],"secret":[["vault","auth","token"]]};

/** The inputs of Project. */
export type ProjectArgs = Inputs<types.ProjectInputs>;

export interface Project extends Outputs<types.ProjectState> {}
/**
 * Virtual clusters and spaces with the people who use them, and their limits. Deleting a project
 * deletes all that is in it: virtual clusters, spaces and secrets. vCluster Platform 4; not in the
 * specification.
 */
export class Project extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("Project");

  constructor(name: string, args: ProjectArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("Project", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Project {
    return new Project(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is Project {
    return isOfType(Project.__pulumiType, value);
  }
}
