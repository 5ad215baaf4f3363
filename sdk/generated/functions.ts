// Generated from the zod definitions by `npm run generate`. Do not edit.
import * as pulumi from "@pulumi/pulumi";
import { callFunction, type Inputs } from "../functions.js";
import type * as types from "./types.js";

/** What getSpaceTemplate is asked. */
export interface GetSpaceTemplateArgs {
  /** Name of the object. */
  name: string;
}

/** What getSpaceTemplate answers. */
export interface GetSpaceTemplateResult {
  /** Name of the object. */
  name: string;
  /** Keys and values that organize and select objects. */
  labels?: Record<string, string> | undefined;
  /** Metadata of any form, by which no object is selected. */
  annotations?: Record<string, string> | undefined;
  /** Components that must remove their entry before the object is deleted. */
  finalizers?: string[] | undefined;
  /** Objects this object depends on; when all are deleted it is garbage collected. */
  ownerReferences?: types.OwnerReference[] | undefined;
  /** Human-readable name of the template. */
  displayName?: string | undefined;
  /** Description of the template. */
  description?: string | undefined;
  /** Access rules for the template. */
  access?: types.AccessRule[] | undefined;
  /** What a space that is created from the template gets. */
  template?: types.SpaceTemplateDefinition | undefined;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
}

/** Looks up one SpaceTemplate by name, whoever made it. It is an error when there is none. Secrets are left out. */
export function getSpaceTemplate(args: GetSpaceTemplateArgs): Promise<GetSpaceTemplateResult> {
  return callFunction("getSpaceTemplate", args);
}

/** The same, for arguments that are outputs of resources. */
export function getSpaceTemplateOutput(args: Inputs<GetSpaceTemplateArgs>): pulumi.Output<GetSpaceTemplateResult> {
  return pulumi.output(args).apply((known) => getSpaceTemplate(known as GetSpaceTemplateArgs));
}

/** What listSpaceTemplates is asked. */
export interface ListSpaceTemplatesArgs {
  /** Only objects with such labels, in the words of Kubernetes: `team=web,tier!=test`, `env in (a, b)`. */
  labelSelector?: string | undefined;
  /** At most so many. The default is all. */
  limit?: number | undefined;
}

/** What listSpaceTemplates answers. */
export interface ListSpaceTemplatesResult {
  /** The objects, in the order of the platform. */
  items: types.SpaceTemplateInfo[];
}

/** Lists every SpaceTemplate that the provider's access key may see, whoever made it. Secrets are left out. */
export function listSpaceTemplates(args: ListSpaceTemplatesArgs = {}): Promise<ListSpaceTemplatesResult> {
  return callFunction("listSpaceTemplates", args);
}

/** The same, for arguments that are outputs of resources. */
export function listSpaceTemplatesOutput(args: Inputs<ListSpaceTemplatesArgs> = {}): pulumi.Output<ListSpaceTemplatesResult> {
  return pulumi.output(args).apply((known) => listSpaceTemplates(known as ListSpaceTemplatesArgs));
}

/** What getOwnedAccessKey is asked. */
export interface GetOwnedAccessKeyArgs {
  /** Name of the object. */
  name: string;
}

/** What getOwnedAccessKey answers. */
export interface GetOwnedAccessKeyResult {
  /** Name of the object. */
  name: string;
  /** Keys and values that organize and select objects. */
  labels?: Record<string, string> | undefined;
  /** Metadata of any form, by which no object is selected. */
  annotations?: Record<string, string> | undefined;
  /** Components that must remove their entry before the object is deleted. */
  finalizers?: string[] | undefined;
  /** Objects this object depends on; when all are deleted it is garbage collected. */
  ownerReferences?: types.OwnerReference[] | undefined;
  /** Name of the key shown in the UI. */
  displayName?: string | undefined;
  /** Description of the key. */
  description?: string | undefined;
  /** The user the key acts for. */
  user?: string | undefined;
  /** The team the key acts for. */
  team?: string | undefined;
  /** Generic subject the key acts for, instead of `user` or `team`. */
  subject?: string | undefined;
  /** Extra groups applied when the key is used. */
  groups?: string[] | undefined;
  /** If true the key exists but does not grant access. */
  disabled?: boolean | undefined;
  /** Lifetime in seconds, counted from the creation, or from the last activity with `ttlAfterLastActivity`. Without it, or with 0, the key does not expire. */
  ttl?: number | undefined;
  /** If true the lifetime counts from the last activity instead of the creation. */
  ttlAfterLastActivity?: boolean | undefined;
  /** What the key reaches. Without a scope it reaches all that its principal does. */
  scope?: types.AccessScope | undefined;
  /** Rules that restrict the key. */
  rules?: types.AccessKeyRule[] | undefined;
  /** Whether the key is managed by a user (`User`) or by the service itself. */
  type?: string | undefined;
  /** Single-sign-on login data, where there is any. */
  identity?: types.Identity | undefined;
  /** Last time the identity was refreshed, RFC 3339. */
  identityRefresh?: string | undefined;
  /** Present when the key is a refresh token. */
  oidcProvider?: types.OidcProvider | undefined;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /** When the key stops granting access, RFC 3339 in UTC; absent without a ttl. */
  expiresAt?: string | undefined;
  /** Last time the key was used, RFC 3339 in UTC; absent before the first use. */
  lastActivity?: string | undefined;
  /** Whether the key granted access when it was last read: neither disabled nor expired. */
  active: boolean;
}

/** Looks up one OwnedAccessKey by name, whoever made it. It is an error when there is none. Secrets are left out. */
export function getOwnedAccessKey(args: GetOwnedAccessKeyArgs): Promise<GetOwnedAccessKeyResult> {
  return callFunction("getOwnedAccessKey", args);
}

/** The same, for arguments that are outputs of resources. */
export function getOwnedAccessKeyOutput(args: Inputs<GetOwnedAccessKeyArgs>): pulumi.Output<GetOwnedAccessKeyResult> {
  return pulumi.output(args).apply((known) => getOwnedAccessKey(known as GetOwnedAccessKeyArgs));
}

/** What listOwnedAccessKeys is asked. */
export interface ListOwnedAccessKeysArgs {
  /** Only objects with such labels, in the words of Kubernetes: `team=web,tier!=test`, `env in (a, b)`. */
  labelSelector?: string | undefined;
  /** At most so many. The default is all. */
  limit?: number | undefined;
}

/** What listOwnedAccessKeys answers. */
export interface ListOwnedAccessKeysResult {
  /** The objects, in the order of the platform. */
  items: types.OwnedAccessKeyInfo[];
}

/** Lists every OwnedAccessKey that the provider's access key may see, whoever made it. Secrets are left out. */
export function listOwnedAccessKeys(args: ListOwnedAccessKeysArgs = {}): Promise<ListOwnedAccessKeysResult> {
  return callFunction("listOwnedAccessKeys", args);
}

/** The same, for arguments that are outputs of resources. */
export function listOwnedAccessKeysOutput(args: Inputs<ListOwnedAccessKeysArgs> = {}): pulumi.Output<ListOwnedAccessKeysResult> {
  return pulumi.output(args).apply((known) => listOwnedAccessKeys(known as ListOwnedAccessKeysArgs));
}

/** What getVirtualCluster is asked. */
export interface GetVirtualClusterArgs {
  /** Name of the project. */
  project: string;
  /** Name of the virtual cluster in the project. */
  name: string;
}

/** What getVirtualCluster answers. */
export interface GetVirtualClusterResult {
  /** Name of the project. */
  project: string;
  /** Name of the virtual cluster in the project. */
  name: string;
  /** Namespace of the project that holds it. */
  namespace: string;
  /** Identifier of the object, unique in time and space. */
  uid: string;
  /** Opaque version of the stored object. */
  resourceVersion: string;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /** Labels of the object. */
  labels?: Record<string, string> | undefined;
  /** Annotations of the object. */
  annotations?: Record<string, string> | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description of the virtual cluster. */
  description?: string | undefined;
  /** Where it runs; absent where the platform does not show it. */
  source?: types.VirtualClusterSource | undefined;
  /** What the platform says of its state, where it does. */
  phase?: string | undefined;
}

/** Looks up a virtual cluster of a project, whoever brought it there. It is an error when there is none, and on a platform that does not offer virtual clusters of projects. */
export function getVirtualCluster(args: GetVirtualClusterArgs): Promise<GetVirtualClusterResult> {
  return callFunction("getVirtualCluster", args);
}

/** The same, for arguments that are outputs of resources. */
export function getVirtualClusterOutput(args: Inputs<GetVirtualClusterArgs>): pulumi.Output<GetVirtualClusterResult> {
  return pulumi.output(args).apply((known) => getVirtualCluster(known as GetVirtualClusterArgs));
}
