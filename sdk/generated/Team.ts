// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","username","users","groups","clusterRoles","imagePullSecrets","allowSelfLockout","uid","resourceVersion","generation","creationTimestamp","externalChange"],"secret":[]};

/** The inputs of Team. */
export type TeamArgs = Inputs<types.TeamInputs>;

export interface Team extends Outputs<types.TeamState> {}
/**
 * Users who share access to projects, templates and virtual clusters. What a deleted team owns
 * stays, without an owner. vCluster Platform 4; not in the specification.
 */
export class Team extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("Team");

  constructor(name: string, args: TeamArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("Team", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Team {
    return new Team(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is Team {
    return isOfType(Team.__pulumiType, value);
  }
}
