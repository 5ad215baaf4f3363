// Generated from the zod definitions by `npm run generate`. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Fields, isOfType, PlatformResource } from "../dynamic.js";
import type { Inputs, Outputs } from "../functions.js";
import type * as types from "./types.js";

const fields: Fields = {
  "all": [
    "name",
    "generateName",
    "labels",
    "annotations",
    "finalizers",
    "ownerReferences",
    "conflictPolicy",
    "displayName",
    "description",
    "user",
    "team",
    "subject",
    "groups",
    "key",
    "disabled",
    "ttl",
    "ttlAfterLastActivity",
    "scope",
    "rules",
    "type",
    "identity",
    "identityRefresh",
    "oidcProvider",
    "oidcLogin",
    "rotateBeforeExpiry",
    "rotationTriggers",
    "replacedKey",
    "allowSelfLockout",
    "extraSpec",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "externalChange",
    "expiresAt",
    "lastActivity",
    "active"
  ],
  "secret": [
    "key",
    "identity",
    "oidcProvider",
    "oidcLogin"
  ]
};

/** The properties that a program sets on OwnedAccessKey. */
export type OwnedAccessKeyArgs = Inputs<OwnedAccessKeyInputs>;
export interface OwnedAccessKeyInputs {
  /** Name of the object, unique on the platform. Cannot be updated: a change replaces the object. Without it a name is made from `generateName` or the resource's name and a random suffix, and kept from then on. */
  name?: string | undefined;
  /** Prefix of the name, used only when `name` is absent. The provider appends a random suffix before the object is sent, so that a create whose answer is lost finds its own object. Changing it later has no effect on the name. */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /** Metadata of any form, by which no object is selected. At most 256 KiB in all. Annotations that others set are left alone. */
  annotations?: Record<string, string> | undefined;
  /** Components that must remove their entry before the object is deleted. Merged by value: finalizers that others add are left alone. The order has no meaning. */
  finalizers?: string[] | undefined;
  /** Objects this object depends on; when all are deleted it is garbage collected. Merged by uid. */
  ownerReferences?: types.OwnerReference[] | undefined;
  /** What an update does with a declared field that somebody else changed since the last up or refresh. The default is the provider's own setting. */
  conflictPolicy?: types.ConflictPolicy | undefined;
  /** Name of the key shown in the UI. */
  displayName?: string | undefined;
  /** Description of the key. */
  description?: string | undefined;
  /** The user the key acts for. A change replaces the key, so that a secret once handed out never changes whom it acts for. */
  user?: string | undefined;
  /** The team the key acts for. A change replaces the key, so that a secret once handed out never changes whom it acts for. */
  team?: string | undefined;
  /** Generic subject the key acts for, instead of `user` or `team`. A change replaces the key, so that a secret once handed out never changes whom it acts for. */
  subject?: string | undefined;
  /** Extra groups applied when the key is used. */
  groups?: string[] | undefined;
  /** The key value, used as a bearer token. Without it the platform generates one. Taking it out of the program replaces the key by a generated one. */
  key?: string | undefined;
  /** If true the key exists but does not grant access. Default false. */
  disabled?: boolean | undefined;
  /** Lifetime in seconds, counted from the creation, or from the last activity with `ttlAfterLastActivity`. Without it, or with 0, the key does not expire. */
  ttl?: number | undefined;
  /** If true the lifetime counts from the last activity instead of the creation. Default false. */
  ttlAfterLastActivity?: boolean | undefined;
  /** What the key reaches. Without a scope it reaches all that its principal does. */
  scope?: types.AccessScope | undefined;
  /**
   * Rules that restrict the key.
   * @deprecated Use scope.projects, scope.spaces and scope.virtualClusters instead.
   */
  rules?: types.AccessKeyRule[] | undefined;
  /** Whether the key is managed by a user (`User`) or by the service itself. */
  type?: string | undefined;
  /** Single-sign-on login data, where there is any. */
  identity?: types.Identity | undefined;
  /** Last time the identity was refreshed, RFC 3339. */
  identityRefresh?: string | undefined;
  /** Present when the key is a refresh token. */
  oidcProvider?: types.OidcProvider | undefined;
  /**
   * Tokens of an OIDC login.
   * @deprecated Use identity instead.
   */
  oidcLogin?: types.OidcLogin | undefined;
  /** Seconds before `expiresAt` from which on pulumi up replaces the key. Compared with the clock, without a request. Needs a `ttl` that is longer. */
  rotateBeforeExpiry?: number | undefined;
  /** Any values, none of them secret: a change replaces the key by a new one, for example a date or a reason. */
  rotationTriggers?: Record<string, string> | undefined;
  /** What becomes of the old key at the end of a replacement. Default `delete`; `disable` needs a name that the provider makes up. Plugin only. */
  replacedKey?: types.ReplacedKeyPolicy | undefined;
  /** Lets the provider delete, disable, shorten or change the very key that it authenticates with. Default false. */
  allowSelfLockout?: boolean | undefined;
  /** Further fields of the object's spec, for servers that know more than this provider. Merged into the spec; a field that has a property of its own must be set there. What is not declared is left as it is on the server. */
  extraSpec?: Record<string, unknown> | undefined;
}

/** The properties of OwnedAccessKey: what a program sets, and what the platform adds. */
export interface OwnedAccessKeyState extends OwnedAccessKeyInputs {
  /** Name of the object, unique on the platform. Cannot be updated: a change replaces the object. Without it a name is made from `generateName` or the resource's name and a random suffix, and kept from then on. */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /** What somebody else did to the object that no other property shows (created again, being deleted, a generated key rotated, a key disabled), as the last refresh saw it. Cleared by the next update. */
  externalChange?: string | undefined;
  /** When the key stops granting access, RFC 3339 in UTC; absent without a ttl. */
  expiresAt?: string | undefined;
  /** Last time the key was used, RFC 3339 in UTC; absent before the first use. */
  lastActivity?: string | undefined;
  /** Whether the key granted access when it was last read: neither disabled nor expired. */
  active: boolean;
}

export interface OwnedAccessKey extends Outputs<OwnedAccessKeyState> {}
/** A credential for the API and the platform's command-line client in non-interactive environments, such as CI. The key value is the secret output `key`. */
export class OwnedAccessKey extends PlatformResource {
  constructor(name: string, args: OwnedAccessKeyArgs = {}, options?: pulumi.CustomResourceOptions) {
    super("OwnedAccessKey", fields, name, args, options);
  }

  /** Reads an existing object. Pulumi neither changes nor deletes it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): OwnedAccessKey {
    return new OwnedAccessKey(name, {}, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: unknown): value is OwnedAccessKey {
    return isOfType("OwnedAccessKey", value);
  }
}
