// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","owner","access","extraSpec","username","email","subject","icon","groups","ssoGroups","clusterRoles","disabled","tokenGeneration","extraClaims","passwordRef","codesRef","imagePullSecrets","allowSelfLockout","uid","resourceVersion","generation","creationTimestamp","externalChange"],"secret":[]};

/** The inputs of User. */
export type UserArgs = Inputs<types.UserInputs>;

export interface User extends Outputs<types.UserState> {}
/**
 * A person, or an account for machines. The provider does not set its password. What a deleted user
 * owns stays, without an owner. vCluster Platform 4; not in the specification.
 */
export class User extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("User");

  constructor(name: string, args: UserArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("User", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): User {
    return new User(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is User {
    return isOfType(User.__pulumiType, value);
  }
}
