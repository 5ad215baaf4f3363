// Generated from the zod definitions by `npm run generate`. Do not edit.
import type { Inputs } from "../functions.js";
import type { SpaceTemplateState } from "./SpaceTemplate.js";
import type { OwnedAccessKeyState } from "./OwnedAccessKey.js";
import type { VirtualClusterImportState } from "./VirtualClusterImport.js";

/**
 * What an update does with a declared field that somebody else changed since the last up or refresh.
 *
 * - `merge`: An error if the program changed the field too, else theirs stays.
 * - `overwrite`: The program's value is written.
 * - `fail`: An error, whatever the program changed.
 */
export type ConflictPolicy = "merge" | "overwrite" | "fail";

/** An object that another object depends on. */
export interface OwnerReference {
  /** API version of the referent. */
  apiVersion: string;
  /** Kind of the referent. */
  kind: string;
  /** Name of the referent. */
  name: string;
  /** UID of the referent. */
  uid: string;
  /** True if the referent is the managing controller. At most one entry may be. Default false. */
  controller?: boolean | undefined;
  /** If true and the owner has the foregroundDeletion finalizer, the owner stays until this reference is removed. Setting it requires delete permission on the owner. Default false. */
  blockOwnerDeletion?: boolean | undefined;
}
export type OwnerReferenceArgs = Inputs<OwnerReference>;

/** Who may do what with a space template. */
export interface AccessRule {
  /** Users the rule is for; `*` means all users. */
  users?: string[] | undefined;
  /** What these users may do with the template, such as `get`. */
  verbs?: string[] | undefined;
}
export type AccessRuleArgs = Inputs<AccessRule>;

/** Metadata of the spaces that are created from a template. */
export interface SpaceTemplateMetadata {
  /** Labels of the spaces, for example `policy.<vendor>/pod-security` with the value `baseline`. */
  labels?: Record<string, string> | undefined;
}
export type SpaceTemplateMetadataArgs = Inputs<SpaceTemplateMetadata>;

/** What a space that is created from a template gets. */
export interface SpaceTemplateDefinition {
  /** Metadata of the spaces that are created from the template. */
  metadata?: SpaceTemplateMetadata | undefined;
  /** Kubernetes objects that are deployed into each space: a string of YAML, or a list of objects. A string is sent as it is, a list is written as YAML. Texts that mean the same are no change. A string may hold actions of Go's templates, `{{ … }}`, which the platform fills in for each space; where they make it no YAML, it is not looked into. */
  objects?: string | Record<string, unknown>[] | undefined;
}
export type SpaceTemplateDefinitionArgs = Inputs<SpaceTemplateDefinition>;

/** A project that a key reaches. */
export interface ScopeProject {
  /** Name of a project; `*` selects all projects. */
  project?: string | undefined;
}
export type ScopeProjectArgs = Inputs<ScopeProject>;

/** A space that a key reaches. */
export interface ScopeSpace {
  /** Name of a project; `*` selects all projects. */
  project?: string | undefined;
  /** Name of a space; `*` selects all spaces. */
  space?: string | undefined;
}
export type ScopeSpaceArgs = Inputs<ScopeSpace>;

/** A virtual cluster that a key reaches. */
export interface ScopeVirtualCluster {
  /** Name of a project; `*` selects all projects. */
  project?: string | undefined;
  /** Name of a virtual cluster; `*` selects all virtual clusters. */
  virtualCluster?: string | undefined;
}
export type ScopeVirtualClusterArgs = Inputs<ScopeVirtualCluster>;

/** What an access key reaches. */
export interface AccessScope {
  /** Allows certain read-only management requests, so that the platform's command-line client works with the key. Default false. */
  allowCli?: boolean | undefined;
  /** Projects the key reaches. */
  projects?: ScopeProject[] | undefined;
  /** Spaces the key reaches. */
  spaces?: ScopeSpace[] | undefined;
  /** Virtual clusters the key reaches. */
  virtualClusters?: ScopeVirtualCluster[] | undefined;
}
export type AccessScopeArgs = Inputs<AccessScope>;

/** A deprecated rule that restricts an access key; use scope instead. */
export interface AccessKeyRule {
  /** Matching verbs. Empty means every verb. */
  verbs?: string[] | undefined;
  /** Matching resources. Empty means all kinds in all groups. */
  resources?: GroupResources[] | undefined;
  /** Instance names matched; `resources` must be given. Empty means every instance. */
  resourceNames?: string[] | undefined;
  /** Matching namespaces; the empty string matches what has none. Empty means every namespace. */
  namespaces?: string[] | undefined;
  /** URL paths checked; a wildcard is allowed only as the full final path step. */
  nonResourceURLs?: string[] | undefined;
  /** Allowed request targets. Empty means every request. */
  requestTargets?: string[] | undefined;
  /** Cluster the rule matches. When set, other than cluster requests are not allowed. Empty means any. */
  cluster?: string | undefined;
  /** Virtual clusters the rule matches. Empty means no restriction. */
  virtualClusters?: RuleVirtualCluster[] | undefined;
}
export type AccessKeyRuleArgs = Inputs<AccessKeyRule>;

/** Resources of one API group. */
export interface GroupResources {
  /** API group; the empty string is the core group. */
  group?: string | undefined;
  /** Resources such as `pods`, `pods/log`, `*`, `pods/*` or `*\/scale`. Empty means all of the group. */
  resources?: string[] | undefined;
}
export type GroupResourcesArgs = Inputs<GroupResources>;

/** A virtual cluster that a rule matches. */
export interface RuleVirtualCluster {
  /** Name of the virtual cluster; empty means all. */
  name?: string | undefined;
  /** Namespace of the virtual cluster; empty means all. */
  namespace?: string | undefined;
}
export type RuleVirtualClusterArgs = Inputs<RuleVirtualCluster>;

/** Single-sign-on login data. */
export interface Identity {
  /** Subject of the user. */
  userId?: string | undefined;
  /** Username. */
  username?: string | undefined;
  /** Preferred username or display name. */
  preferredUsername?: string | undefined;
  /** E-mail address of the user. */
  email?: string | undefined;
  /** Whether the e-mail address was verified. Default false. */
  emailVerified?: boolean | undefined;
  /** Groups from the identity provider. */
  groups?: string[] | undefined;
  /** Name of the connector the key was created from. */
  connector?: string | undefined;
  /** Data for the connector's later requests, such as upstream tokens. */
  connectorData?: string | undefined;
}
export type IdentityArgs = Inputs<Identity>;

/** The OIDC client that a refresh token belongs to. */
export interface OidcProvider {
  /** Client the token was generated for. */
  clientId?: string | undefined;
  /** Nonce to use. */
  nonce?: string | undefined;
  /** Redirect URI to use. */
  redirectUri?: string | undefined;
  /** Scopes to use. */
  scopes?: string | undefined;
  /**
   * Key with which OIDC and external token information is shared.
   * @deprecated Sharing token information among keys is deprecated; leave it out.
   */
  parent?: string | undefined;
}
export type OidcProviderArgs = Inputs<OidcProvider>;

/** Deprecated tokens of an OIDC login; use identity instead. */
export interface OidcLogin {
  /** ID token created at login. */
  idToken?: string | undefined;
  /** Access token created at login. */
  accessToken?: string | undefined;
  /** Refresh token created at login. */
  refreshToken?: string | undefined;
  /** Last time the ID token was refreshed, RFC 3339. */
  lastRefresh?: string | undefined;
}
export type OidcLoginArgs = Inputs<OidcLogin>;

/**
 * What becomes of the old key at the end of a replacement.
 *
 * - `delete`: The old key is revoked.
 * - `disable`: The old key stays on the platform, without access.
 */
export type ReplacedKeyPolicy = "delete" | "disable";

/** An existing virtual cluster on a connected cluster. */
export interface SourceVirtualCluster {
  /** Name of the connected cluster on which the virtual cluster runs. */
  cluster: string;
  /** Namespace of the virtual cluster on that cluster. */
  namespace: string;
  /** Name of the virtual cluster to import. */
  name: string;
  /** Name of the resulting virtual cluster in the project. Without it the virtual cluster's own name is used. A virtual cluster in the project keeps its name: a change is refused. */
  importName?: string | undefined;
}
export type SourceVirtualClusterArgs = Inputs<SourceVirtualCluster>;

/**
 * What deleting an import does to its virtual cluster.
 *
 * - `retain`: The virtual cluster stays in the project.
 * - `delete`: The virtual cluster is removed from the platform.
 */
export type DeletionPolicy = "retain" | "delete";

/** What the platform shows of one SpaceTemplate. */
export type SpaceTemplateInfo = Omit<SpaceTemplateState, "generateName" | "conflictPolicy" | "extraSpec" | "externalChange">;

/** What the platform shows of one OwnedAccessKey. */
export type OwnedAccessKeyInfo = Omit<OwnedAccessKeyState, "generateName" | "conflictPolicy" | "key" | "oidcLogin" | "rotateBeforeExpiry" | "rotationTriggers" | "replacedKey" | "allowSelfLockout" | "extraSpec" | "externalChange">;

/** Where an imported virtual cluster runs. */
export interface VirtualClusterSource {
  /** Name of the connected cluster. */
  cluster: string;
  /** Namespace on that cluster. */
  namespace: string;
  /** Name of the virtual cluster there. */
  name: string;
}
