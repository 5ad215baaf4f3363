// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {"all":["name","generateName","labels","annotations","finalizers","ownerReferences","conflictPolicy","displayName","description","user","team","subject","groups","key","disabled","ttl","ttlAfterLastActivity","scope","rules","type","identity","identityRefresh","oidcProvider","parent","oidcLogin","rotateBeforeExpiry","rotateEvery","rotationTriggers","replacedKey","gracePeriod","allowSelfLockout","extraSpec","uid","resourceVersion","generation","creationTimestamp","externalChange","expiresAt","lastActivity","replacedKeys","active"],"secret":[["key"],["identity","connectorData"],["oidcProvider","nonce"],["oidcLogin"]]};

/** The inputs of OwnedAccessKey. */
export type OwnedAccessKeyArgs = Inputs<types.OwnedAccessKeyInputs>;

export interface OwnedAccessKey extends Outputs<types.OwnedAccessKeyState> {}
/**
 * A credential for the API and the platform's command-line client in non-interactive environments,
 * such as CI. The key value is the secret output `key`.
 */
export class OwnedAccessKey extends PlatformResource {
  /** Type of the resources, by which policies select them. */
  static readonly __pulumiType: string = dynamicType("OwnedAccessKey");

  constructor(name: string, args: OwnedAccessKeyArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("OwnedAccessKey", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): OwnedAccessKey {
    return new OwnedAccessKey(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, even from another copy of this package. */
  static override isInstance(value: unknown): value is OwnedAccessKey {
    return isOfType(OwnedAccessKey.__pulumiType, value);
  }
}
