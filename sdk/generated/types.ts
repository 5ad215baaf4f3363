// Generated from the zod definitions by `npm run generate`. Do not edit.
import type { Inputs } from "../functions.js";

/** The inputs of SpaceTemplate. */
export interface SpaceTemplateInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Human-readable name of the template. */
  displayName?: string | undefined;
  /** Description of the template. */
  description?: string | undefined;
  /** The user or team that owns the template. vCluster Platform; not in the specification. */
  owner?: ObjectOwner | undefined;
  /** Access rules for the template. */
  access?: AccessRule[] | undefined;
  /**
   * Values that can be chosen for each space of the template. vCluster Platform; not in the
   * specification.
   */
  parameters?: TemplateParameter[] | undefined;
  /** What a space that is created from the template gets. */
  template?: SpaceTemplateDefinition | undefined;
  /** Versions of the template. vCluster Platform; not in the specification. */
  versions?: SpaceTemplateVersion[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
}

/** The properties of SpaceTemplate, including those that the platform adds. */
export interface SpaceTemplateState extends SpaceTemplateInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
}

/** The inputs of OwnedAccessKey. */
export interface OwnedAccessKeyInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name of the key shown in the UI. */
  displayName?: string | undefined;
  /** Description of the key. */
  description?: string | undefined;
  /**
   * The user the key acts for. A change replaces the key, so that a secret once handed out never
   * changes whom it acts for.
   */
  user?: string | undefined;
  /**
   * The team the key acts for. A change replaces the key, so that a secret once handed out never
   * changes whom it acts for.
   */
  team?: string | undefined;
  /**
   * Generic subject the key acts for, instead of `user` or `team`. A change replaces the key, so
   * that a secret once handed out never changes whom it acts for.
   */
  subject?: string | undefined;
  /** Extra groups applied when the key is used. */
  groups?: string[] | undefined;
  /**
   * The key value, used as a bearer token. Without it the platform generates one. Taking it out of
   * the program replaces the key by a generated one.
   */
  key?: string | undefined;
  /** If true the key exists but does not grant access. Default false. */
  disabled?: boolean | undefined;
  /**
   * Lifetime in seconds, counted from the creation, or from the last activity with
   * `ttlAfterLastActivity`. Without it, or with 0, the key does not expire.
   */
  ttl?: number | undefined;
  /** If true the lifetime counts from the last activity instead of the creation. Default false. */
  ttlAfterLastActivity?: boolean | undefined;
  /** What the key reaches. Without a scope it reaches all that its principal does. */
  scope?: AccessScope | undefined;
  /**
   * Rules that restrict the key.
   * @deprecated Use scope.projects, scope.spaces and scope.virtualClusters instead.
   */
  rules?: AccessKeyRule[] | undefined;
  /** Whether the key is managed by a user (`User`) or by the service itself. */
  type?: string | undefined;
  /** Single-sign-on login data, where there is any. */
  identity?: Identity | undefined;
  /** Last time the identity was refreshed, RFC 3339. */
  identityRefresh?: string | undefined;
  /** Present when the key is a refresh token. */
  oidcProvider?: OidcProvider | undefined;
  /** Key whose token information this key shares. vCluster Platform; not in the specification. */
  parent?: string | undefined;
  /**
   * Tokens of an OIDC login.
   * @deprecated Use identity instead.
   */
  oidcLogin?: OidcLogin | undefined;
  /**
   * Seconds before `expiresAt` from which on pulumi up replaces the key. Compared with the clock,
   * without a request. Needs a `ttl` that is longer.
   */
  rotateBeforeExpiry?: number | undefined;
  /**
   * Seconds after its creation from which on pulumi up replaces the key. Compared with the clock,
   * without a request. A `ttl` that counts from the creation must be longer.
   */
  rotateEvery?: number | undefined;
  /**
   * Any values, none of them secret: a change replaces the key by a new one, for example a date or
   * a reason.
   */
  rotationTriggers?: Record<string, string> | undefined;
  /**
   * What becomes of the old key at the end of a replacement. Default `delete`; `expire` needs a
   * name that the provider makes up. Plugin only.
   */
  replacedKey?: ReplacedKeyPolicy | undefined;
  /**
   * Seconds for which a replaced key still works with `replacedKey: "expire"`. Default 3600. Plugin
   * only.
   */
  gracePeriod?: number | undefined;
  /**
   * Lets the provider delete, disable, shorten or change the very key that it authenticates with.
   * Default false.
   */
  allowSelfLockout?: boolean | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
}

/** The properties of OwnedAccessKey, including those that the platform adds. */
export interface OwnedAccessKeyState extends OwnedAccessKeyInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /**
   * The key value, used as a bearer token. Always secret. Empty if an imported key's platform hides
   * it; the import warns.
   */
  key: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted, a generated key rotated, a key disabled), as the last refresh saw it. Cleared by the
   * next update that succeeds.
   */
  externalChange?: string | undefined;
  /** When the key stops granting access, RFC 3339 in UTC; absent without a ttl. */
  expiresAt?: string | undefined;
  /** Last time the key was used, RFC 3339 in UTC; absent before the first use. */
  lastActivity?: string | undefined;
  /**
   * Keys that this resource replaced with `replacedKey: "expire"` and that still worked when it was
   * last read. Before a refresh, their ends are estimates. A run that is killed between two steps
   * of a replacement can lose an entry. Plugin only: dynamic resources have an empty list.
   */
  replacedKeys?: ReplacedKey[] | undefined;
  /** Whether the key granted access when it was last read: neither disabled nor expired. */
  active: boolean;
}

/** The inputs of VirtualClusterImport. */
export interface VirtualClusterImportInputs {
  /** Project into which the virtual cluster is imported. A change replaces the import. */
  project: string;
  /**
   * The virtual cluster to import. A change of its cluster, namespace or name replaces the import.
   */
  sourceVirtualCluster: SourceVirtualCluster;
  /** What deleting this resource removes. Default `retain`. */
  deletionPolicy?: DeletionPolicy | undefined;
  /**
   * Restart the pods of the virtual cluster, so that it connects. Default true. vCluster Platform;
   * not in the specification.
   */
  restart?: boolean | undefined;
  /**
   * Address at which the virtual cluster reaches the platform. Default: the provider's `baseUrl`.
   * vCluster Platform; not in the specification.
   */
  host?: string | undefined;
  /**
   * Let the platform manage the virtual cluster once it is connected. Default false. vCluster
   * Platform; not in the specification.
   */
  manage?: boolean | undefined;
  /**
   * Name of the request object itself; the virtual cluster's is `importName`. The request is sent
   * once, so a later change stays in the state.
   */
  name?: string | undefined;
  /**
   * Prefix of the request object's name. The request is sent once, so a later change stays in the
   * state.
   */
  generateName?: string | undefined;
  /**
   * Labels of the request object. The request is sent once, so a later change stays in the state.
   */
  labels?: Record<string, string> | undefined;
  /**
   * Annotations of the request object. The request is sent once, so a later change stays in the
   * state.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Finalizers of the request object. The request is sent once, so a later change stays in the
   * state.
   */
  finalizers?: string[] | undefined;
  /**
   * Owner references of the request object. The request is sent once, so a later change stays in
   * the state.
   */
  ownerReferences?: OwnerReference[] | undefined;
}

/** The properties of VirtualClusterImport, including those that the platform adds. */
export interface VirtualClusterImportState extends VirtualClusterImportInputs {
  /**
   * Identifier of the virtual cluster's object, unique in time and space; absent where the platform
   * does not show it.
   */
  uid?: string | undefined;
  /** Opaque version of the virtual cluster's object; absent where the platform does not show it. */
  resourceVersion?: string | undefined;
  /**
   * Sequence number of the virtual cluster's desired state; absent where the platform does not show
   * it.
   */
  generation?: number | undefined;
  /**
   * When the virtual cluster came into the project, RFC 3339 in UTC; absent where the platform does
   * not show it.
   */
  creationTimestamp?: string | undefined;
  /**
   * What somebody else did to the object that no other property shows (removed and added again,
   * being deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
  /**
   * What the virtual cluster connects with: the content of the Secret `vcluster-platform-api-key`
   * in its namespace. Absent if another client registered the virtual cluster. vCluster Platform;
   * not in the specification.
   */
  connection?: Record<string, string> | undefined;
  /** Name of the resulting virtual cluster in the project. */
  virtualCluster: string;
  /** Namespace of the resulting virtual cluster; absent where the platform does not show it. */
  namespace?: string | undefined;
}

/** The inputs of Project. */
export interface ProjectInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** Clusters that the project may use. */
  allowedClusters?: NameReference[] | undefined;
  /** Templates that the project may use. */
  allowedTemplates?: AllowedTemplate[] | undefined;
  /** Node types that the project may use. Absent: all; an empty list: none. */
  allowedNodeTypes?: NameReference[] | undefined;
  /** Node profiles that the project may use. Absent: all; an empty list: none. */
  allowedNodeProfiles?: NameReference[] | undefined;
  /** Node profile of virtual clusters that name none. */
  defaultNodeProfile?: string | undefined;
  /** Users and teams in the project. */
  members?: ProjectMember[] | undefined;
  /** How many objects the project may have. */
  quotas?: ProjectQuotas | undefined;
  /**
   * Whether members need a template for virtual clusters and spaces. They do unless it is disabled.
   */
  requireTemplate?: ProjectRequirement | undefined;
  /** Whether the virtual clusters of members need a preset. */
  requirePreset?: ProjectRequirement | undefined;
  /** Names of namespaces in the connected clusters. */
  namespacePattern?: NamespacePattern | undefined;
  /** What the namespace of the project gets when it is made. */
  namespaceTemplate?: NamespaceTemplate | undefined;
  /** How the project reads secrets from Vault. */
  vault?: ProjectVault | undefined;
  /**
   * Lets a deletion take virtual clusters and spaces with it that this stack has not made. The
   * value that the last pulumi up stored counts. Default false.
   */
  forceDelete?: boolean | undefined;
}

/** The properties of Project, including those that the platform adds. */
export interface ProjectState extends ProjectInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
  /** Namespace of the project, in which its virtual clusters and spaces are. */
  namespace: string;
}

/** The inputs of Team. */
export interface TeamInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** Unique name of the team, by which it is found. */
  username?: string | undefined;
  /** Names of the users in the team. */
  users?: string[] | undefined;
  /** Groups of the single sign-on whose members are in the team. */
  groups?: string[] | undefined;
  /** Cluster roles that the members get on the platform. */
  clusterRoles?: NameReference[] | undefined;
  /** Credentials for registries. */
  imagePullSecrets?: ImagePullSecret[] | undefined;
  /** Lets the provider remove the very user or team that its access key acts for. Default false. */
  allowSelfLockout?: boolean | undefined;
}

/** The properties of Team, including those that the platform adds. */
export interface TeamState extends TeamInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
}

/** The inputs of User. */
export interface UserInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** Unique name to log in with. */
  username?: string | undefined;
  /** E-mail address, unique on the platform. */
  email?: string | undefined;
  /** Subject by which the single sign-on identifies the user. */
  subject?: string | undefined;
  /** Picture of the user, as a URL or in base64. */
  icon?: string | undefined;
  /** Groups of the user. */
  groups?: string[] | undefined;
  /** Groups that the single sign-on reported at the last login. */
  ssoGroups?: string[] | undefined;
  /** Cluster roles that the user gets on the platform. */
  clusterRoles?: NameReference[] | undefined;
  /** Whether logins and access keys of the user are refused. */
  disabled?: boolean | undefined;
  /** A higher number ends all tokens of the user that were issued before. */
  tokenGeneration?: number | undefined;
  /** Further claims in the tokens of the user. */
  extraClaims?: Record<string, string> | undefined;
  /** The Secret with the hash of the password. */
  passwordRef?: SecretReference | undefined;
  /** The Secret with the codes for logins. */
  codesRef?: SecretReference | undefined;
  /** Credentials for registries. */
  imagePullSecrets?: ImagePullSecret[] | undefined;
  /** Lets the provider remove the very user or team that its access key acts for. Default false. */
  allowSelfLockout?: boolean | undefined;
}

/** The properties of User, including those that the platform adds. */
export interface UserState extends UserInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
}

/** The inputs of ProjectSecret. */
export interface ProjectSecretInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** The project that the secret is in. */
  project: string;
  /** The values of the secret as plain text, which is sent in base64. */
  data?: Record<string, string> | undefined;
  /** Further values, in base64: those that are no text. */
  binaryData?: Record<string, string> | undefined;
}

/** The properties of ProjectSecret, including those that the platform adds. */
export interface ProjectSecretState extends ProjectSecretInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
}

/** The inputs of SharedSecret. */
export interface SharedSecretInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** The namespace that the platform runs in, such as `vcluster-platform`. */
  namespace: string;
  /** The values of the secret as plain text, which is sent in base64. */
  data?: Record<string, string> | undefined;
  /** Further values, in base64: those that are no text. */
  binaryData?: Record<string, string> | undefined;
}

/** The properties of SharedSecret, including those that the platform adds. */
export interface SharedSecretState extends SharedSecretInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
}

/** The inputs of VirtualClusterTemplate. */
export interface VirtualClusterTemplateInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** Values that can be chosen for each virtual cluster. */
  parameters?: TemplateParameter[] | undefined;
  /** The virtual cluster, if the template has no versions. */
  template?: VirtualClusterDefinition | undefined;
  /** Versions of the template. */
  versions?: VirtualClusterTemplateVersion[] | undefined;
}

/** The properties of VirtualClusterTemplate, including those that the platform adds. */
export interface VirtualClusterTemplateState extends VirtualClusterTemplateInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
}

/** The inputs of VirtualClusterInstance. */
export interface VirtualClusterInstanceInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** The project that the instance is in. */
  project: string;
  /** The template to use. Set this or `template`. */
  templateRef?: InstanceTemplateRef | undefined;
  /**
   * Values for the parameters of the template: a map, or YAML text. Values that others add are
   * kept.
   */
  parameters?: string | Record<string, unknown> | undefined;
  /** Cluster roles beside those of the template. */
  extraAccessRules?: SpaceAccessRule[] | undefined;
  /** Whether a create and an update wait until the instance is ready or asleep. Default true. */
  waitForReady?: boolean | undefined;
  /** The virtual cluster. Set this or `templateRef`. */
  template?: VirtualClusterDefinition | undefined;
  /** Where it runs. A change replaces it. */
  clusterRef?: VirtualClusterPlace | undefined;
  /** Whether it is deployed elsewhere, so that the platform does not manage it. */
  external?: boolean | undefined;
  /** Whether it connects to the platform through a network peer. */
  networkPeer?: boolean | undefined;
  /** Whether it runs on its own nodes, not in a connected cluster. */
  standalone?: boolean | undefined;
}

/** The properties of VirtualClusterInstance, including those that the platform adds. */
export interface VirtualClusterInstanceState extends VirtualClusterInstanceInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
  /** Name of the connected cluster that it runs on. */
  cluster?: string | undefined;
  /** Its namespace on that cluster. */
  hostNamespace?: string | undefined;
  /** State of the instance, such as `Ready`, `Sleeping` or `Failed`. */
  phase?: string | undefined;
  /** Whether it is ready or asleep. */
  ready: boolean;
}

/** The inputs of SpaceInstance. */
export interface SpaceInstanceInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Name shown in the UI. */
  displayName?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** The user or team that owns the object. */
  owner?: ObjectOwner | undefined;
  /**
   * Who may do what with the object. Rules are merged by name: rules that others add are left
   * alone.
   */
  access?: AccessRule[] | undefined;
  /**
   * Further fields of the object's spec, for servers that know more than this provider. Merged into
   * the spec; a field that has a property of its own is moved to it, with a warning. What is not
   * declared is left as it is on the server.
   */
  extraSpec?: Record<string, unknown> | undefined;
  /** The project that the instance is in. */
  project: string;
  /** The template to use. Set this or `template`. */
  templateRef?: InstanceTemplateRef | undefined;
  /**
   * Values for the parameters of the template: a map, or YAML text. Values that others add are
   * kept.
   */
  parameters?: string | Record<string, unknown> | undefined;
  /** Cluster roles beside those of the template. */
  extraAccessRules?: SpaceAccessRule[] | undefined;
  /** Whether a create and an update wait until the instance is ready or asleep. Default true. */
  waitForReady?: boolean | undefined;
  /** What the space gets. Set this or `templateRef`. */
  template?: SpaceTemplateDefinition | undefined;
  /** Where it is. A change replaces it. */
  clusterRef?: SpacePlace | undefined;
}

/** The properties of SpaceInstance, including those that the platform adds. */
export interface SpaceInstanceState extends SpaceInstanceInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
  /** Name of the connected cluster that it runs on. */
  cluster?: string | undefined;
  /** Its namespace on that cluster. */
  hostNamespace?: string | undefined;
  /** State of the instance, such as `Ready`, `Sleeping` or `Failed`. */
  phase?: string | undefined;
  /** Whether it is ready or asleep. */
  ready: boolean;
}

/** The inputs of PlatformObject. */
export interface PlatformObjectInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name?: string | undefined;
  /**
   * Prefix of the name, used only when `name` is absent. The provider appends a random suffix
   * before the object is sent, so that a create whose answer is lost finds its own object. Changing
   * it later has no effect on the name.
   */
  generateName?: string | undefined;
  /** Keys and values that organize and select objects. Labels that others set are left alone. */
  labels?: Record<string, string> | undefined;
  /**
   * Metadata of any form. Objects cannot be selected by it. At most 256 KiB in all. Annotations
   * that others set are left alone.
   */
  annotations?: Record<string, string> | undefined;
  /**
   * Components that must remove their entry before the object is deleted. Merged by value:
   * finalizers that others add are left alone. The order has no meaning.
   */
  finalizers?: string[] | undefined;
  /**
   * Objects this object depends on; when all are deleted it is garbage collected. Merged by uid.
   */
  ownerReferences?: OwnerReference[] | undefined;
  /**
   * How an update treats a declared field that another client changed since the last up or refresh.
   * The default is the provider's own setting.
   */
  conflictPolicy?: ConflictPolicy | undefined;
  /** Kind of the object, such as `Cluster`, `App` or `ClusterRoleTemplate`. */
  kind: string;
  /** Project of the object, for a kind whose objects are in projects. */
  project?: string | undefined;
  /** Namespace of the object, in place of `project`, if it is in no project. */
  namespace?: string | undefined;
  /**
   * The spec of the object, with the platform's field names. Fields that are not declared stay as
   * they are. A list counts as a whole. Mark secret values, and lists in which others may keep
   * secrets, as secrets: the provider does not know which fields are secret.
   */
  spec?: Record<string, unknown> | undefined;
  /** The phase that a create and an update wait for, such as `Ready`. */
  waitFor?: string | undefined;
}

/** The properties of PlatformObject, including those that the platform adds. */
export interface PlatformObjectState extends PlatformObjectInputs {
  /**
   * Name of the object, unique on the platform. Cannot be updated: a change replaces the object.
   * Without it a name is made from `generateName` or the resource's name and a random suffix, and
   * kept from then on.
   */
  name: string;
  /** Identifier of the object, unique in time and space. Set by the server. */
  uid: string;
  /** Opaque version of the stored object. Changes with every write by anybody. */
  resourceVersion: string;
  /** Sequence number of the desired state. Set by the server. */
  generation?: number | undefined;
  /** Server time of creation, RFC 3339 in UTC. */
  creationTimestamp: string;
  /**
   * What somebody else did to the object that no other property shows (created again, being
   * deleted), as the last refresh saw it. Cleared by the next update that succeeds.
   */
  externalChange?: string | undefined;
  /** The kind's name in paths of the platform, such as `clusters`. */
  plural: string;
  /** The phase in the object's status, if it has one. */
  phase?: string | undefined;
}

/**
 * How an update treats a declared field that another client changed since the last up or refresh.
 *
 * - `merge`: An error if the program changed the field too. Otherwise the other client's value
 * stays.
 * - `overwrite`: The program's value is written.
 * - `fail`: An error, even if the program did not change the field.
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
  /** True if the referent is the managing controller. True in at most one entry. Default false. */
  controller?: boolean | undefined;
  /**
   * If true and the owner has the foregroundDeletion finalizer, the owner stays until this
   * reference is removed. Setting it requires delete permission on the owner. Default false.
   */
  blockOwnerDeletion?: boolean | undefined;
}
export type OwnerReferenceArgs = Inputs<OwnerReference>;

/** The user or team that owns an object. */
export interface ObjectOwner {
  /** Name of the user that owns it. */
  user?: string | undefined;
  /** Name of the team that owns it. */
  team?: string | undefined;
}
export type ObjectOwnerArgs = Inputs<ObjectOwner>;

/** Who may do what with an object. */
export interface AccessRule {
  /** Name of the rule. vCluster Platform; not in the specification. */
  name?: string | undefined;
  /** Users the rule is for; `*` means all users. */
  users?: string[] | undefined;
  /** Teams the rule is for. vCluster Platform; not in the specification. */
  teams?: string[] | undefined;
  /** What these users may do with the object, such as `get`. */
  verbs?: string[] | undefined;
  /** Subresources that the rule is for. vCluster Platform; not in the specification. */
  subresources?: string[] | undefined;
}
export type AccessRuleArgs = Inputs<AccessRule>;

/** A value that can be chosen for each space of a template. */
export interface TemplateParameter {
  /** Name by which the template uses the value. */
  variable?: string | undefined;
  /** Name shown in the UI. */
  label?: string | undefined;
  /** Description shown in the UI. */
  description?: string | undefined;
  /** Type of the value, such as `string`, `number`, `boolean` or `password`. */
  type?: string | undefined;
  /** The allowed values. */
  options?: string[] | undefined;
  /** Minimum of a number. */
  min?: number | undefined;
  /** Maximum of a number. */
  max?: number | undefined;
  /** Whether a value must be given. */
  required?: boolean | undefined;
  /** The value if none is given. */
  defaultValue?: string | undefined;
  /** Example shown in an empty field of the UI. */
  placeholder?: string | undefined;
  /** Regular expression that the value must match. */
  validation?: string | undefined;
  /** Regular expression that the value must not match. */
  invalidation?: string | undefined;
  /** Section of the UI that shows the parameter. */
  section?: string | undefined;
}
export type TemplateParameterArgs = Inputs<TemplateParameter>;

/** Metadata of what is created from a template. */
export interface SpaceTemplateMetadata {
  /** Labels by key, for example `policy.<vendor>/pod-security` with the value `baseline`. */
  labels?: Record<string, string> | undefined;
  /** Annotations by key. vCluster Platform; not in the specification. */
  annotations?: Record<string, string> | undefined;
}
export type SpaceTemplateMetadataArgs = Inputs<SpaceTemplateMetadata>;

/** A Helm chart that is deployed into each space. */
export interface TemplateChart {
  /** Name of the chart. */
  name?: string | undefined;
  /** URL of the chart's repository. */
  repoURL?: string | undefined;
  /** Version of the chart. */
  version?: string | undefined;
  /** User name for the repository. */
  username?: string | undefined;
  /** User name for the repository, from a secret. */
  usernameRef?: ChartSecretRef | undefined;
  /** Password for the repository. */
  password?: string | undefined;
  /** Password for the repository, from a secret. */
  passwordRef?: ChartSecretRef | undefined;
  /** Accept any TLS certificate of the repository. */
  insecureSkipTlsVerify?: boolean | undefined;
  /** Name of the Helm release. */
  releaseName?: string | undefined;
  /** Namespace of the Helm release. */
  releaseNamespace?: string | undefined;
  /** Values of the chart, as YAML. */
  values?: string | undefined;
  /** Whether to wait until the release is ready. */
  wait?: boolean | undefined;
  /** How long to wait for Helm, such as `5m`. */
  timeout?: string | undefined;
}
export type TemplateChartArgs = Inputs<TemplateChart>;

/** A value in a project secret. */
export interface ProjectSecretRef {
  /** Project of the secret. */
  project?: string | undefined;
  /** Name of the secret. */
  name?: string | undefined;
  /** Key in the secret's data. */
  key?: string | undefined;
}
export type ProjectSecretRefArgs = Inputs<ProjectSecretRef>;

/** Where a value for a chart's repository is read from. */
export interface ChartSecretRef {
  /** The project secret with the value. */
  projectSecretRef?: ProjectSecretRef | undefined;
}
export type ChartSecretRefArgs = Inputs<ChartSecretRef>;

/** An app that is deployed into each space. */
export interface TemplateApp {
  /** Name of the app. */
  name?: string | undefined;
  /** Namespace that the app is deployed into. */
  namespace?: string | undefined;
  /** Name of the app's Helm release. */
  releaseName?: string | undefined;
  /** Version of the app. */
  version?: string | undefined;
  /** Parameters of the app, as YAML. */
  parameters?: string | undefined;
  /** Hash of the app's configuration. */
  hash?: string | undefined;
}
export type TemplateAppArgs = Inputs<TemplateApp>;

/** A cluster role, and who gets it in a space. */
export interface SpaceAccessRule {
  /** Cluster role that is granted. */
  clusterRole?: string | undefined;
  /** Users that get it. */
  users?: string[] | undefined;
  /** Teams that get it. */
  teams?: string[] | undefined;
}
export type SpaceAccessRuleArgs = Inputs<SpaceAccessRule>;

/** Who gets which cluster role in a space. */
export interface SpaceAccess {
  /** Cluster role that the owner gets in the space. */
  defaultClusterRole?: string | undefined;
  /** Further cluster roles. */
  rules?: SpaceAccessRule[] | undefined;
}
export type SpaceAccessArgs = Inputs<SpaceAccess>;

/** The instance of a space on the platform. */
export interface SpaceInstanceTemplate {
  /** Labels and annotations of the instance. */
  metadata?: SpaceTemplateMetadata | undefined;
}
export type SpaceInstanceTemplateArgs = Inputs<SpaceInstanceTemplate>;

/** What a space that is created from a template gets. */
export interface SpaceTemplateDefinition {
  /** Metadata of the spaces that are created from the template. */
  metadata?: SpaceTemplateMetadata | undefined;
  /**
   * Kubernetes objects that are deployed into each space: a string of YAML, or a list of objects. A
   * string is sent as it is, a list is written as YAML. Texts that mean the same are no change. A
   * string may hold actions of Go's templates, `{{ … }}`, which the platform fills in for each
   * space. A string that is no YAML because of them is not checked.
   */
  objects?: string | Record<string, unknown>[] | undefined;
  /** Helm charts that are deployed into each space. vCluster Platform; not in the specification. */
  charts?: TemplateChart[] | undefined;
  /** Apps that are deployed into each space. vCluster Platform; not in the specification. */
  apps?: TemplateApp[] | undefined;
  /** Who gets which cluster role in each space. vCluster Platform; not in the specification. */
  access?: SpaceAccess | undefined;
  /** The instance of each space. vCluster Platform; not in the specification. */
  instanceTemplate?: SpaceInstanceTemplate | undefined;
}
export type SpaceTemplateDefinitionArgs = Inputs<SpaceTemplateDefinition>;

/** A version of a space template. */
export interface SpaceTemplateVersion {
  /** The version, such as `1.0.0`. */
  version?: string | undefined;
  /** What a space of this version gets. */
  template?: SpaceTemplateDefinition | undefined;
  /** Values that can be chosen for each space of this version. */
  parameters?: TemplateParameter[] | undefined;
}
export type SpaceTemplateVersionArgs = Inputs<SpaceTemplateVersion>;

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

/** A connected cluster that a key reaches. */
export interface ScopeCluster {
  /** Name of a connected cluster; `*` selects all clusters. */
  cluster?: string | undefined;
}
export type ScopeClusterArgs = Inputs<ScopeCluster>;

/** A role of an access key. */
export interface ScopeRole {
  /** Name of the role, such as `vcluster`, `loft-cli`, `agent` or `workspace`. */
  role?: string | undefined;
  /** Projects in which the role applies. */
  projects?: string[] | undefined;
  /** Virtual clusters in which the role applies. */
  virtualClusters?: string[] | undefined;
}
export type ScopeRoleArgs = Inputs<ScopeRole>;

/** A rule of a scope. */
export interface ScopeRule {
  /** Matching verbs. Empty means every verb. */
  verbs?: string[] | undefined;
  /** Matching namespaces; the empty string matches what has none. Empty means every namespace. */
  namespaces?: string[] | undefined;
  /** URL paths checked; a wildcard is allowed only as the full final path step. */
  nonResourceURLs?: string[] | undefined;
  /** Allowed request targets. Empty means every request. */
  requestTargets?: string[] | undefined;
  /**
   * Cluster the rule matches. When set, other than cluster requests are not allowed. Empty means
   * any.
   */
  cluster?: string | undefined;
  /** Virtual clusters the rule matches. Empty means no restriction. */
  virtualClusters?: RuleVirtualCluster[] | undefined;
  /** Matching resources. Empty means all kinds in all groups. */
  resources?: ScopeResources[] | undefined;
}
export type ScopeRuleArgs = Inputs<ScopeRule>;

/** A virtual cluster that a rule matches. */
export interface RuleVirtualCluster {
  /** Name of the virtual cluster; empty means all. */
  name?: string | undefined;
  /** Namespace of the virtual cluster; empty means all. */
  namespace?: string | undefined;
}
export type RuleVirtualClusterArgs = Inputs<RuleVirtualCluster>;

/** Resources that a rule of a scope matches. */
export interface ScopeResources {
  /** API group; the empty string is the core group. */
  group?: string | undefined;
  /**
   * Resources such as `pods`, `pods/log`, `*`, `pods/*` or `*\/scale`. Empty means all of the
   * group.
   */
  resources?: string[] | undefined;
  /** Instance names matched. Empty means every instance. */
  resourceNames?: string[] | undefined;
}
export type ScopeResourcesArgs = Inputs<ScopeResources>;

/** What an access key reaches. */
export interface AccessScope {
  /**
   * Allows certain read-only management requests, so that the platform's command-line client works
   * with the key. Since vCluster Platform 4.0, `scope.roles` with the role `loft-cli` replaces it.
   * Default false.
   */
  allowCli?: boolean | undefined;
  /** Projects the key reaches. */
  projects?: ScopeProject[] | undefined;
  /** Spaces the key reaches. */
  spaces?: ScopeSpace[] | undefined;
  /** Virtual clusters the key reaches. */
  virtualClusters?: ScopeVirtualCluster[] | undefined;
  /** Connected clusters the key reaches. vCluster Platform; not in the specification. */
  clusters?: ScopeCluster[] | undefined;
  /**
   * What the key may do, such as `vcluster` or `loft-cli`. vCluster Platform; not in the
   * specification.
   */
  roles?: ScopeRole[] | undefined;
  /**
   * Rules that restrict the key, in place of the deprecated input `rules`. vCluster Platform; not
   * in the specification.
   */
  rules?: ScopeRule[] | undefined;
}
export type AccessScopeArgs = Inputs<AccessScope>;

/** A deprecated rule that restricts an access key; use scope instead. */
export interface AccessKeyRule {
  /** Matching verbs. Empty means every verb. */
  verbs?: string[] | undefined;
  /** Matching namespaces; the empty string matches what has none. Empty means every namespace. */
  namespaces?: string[] | undefined;
  /** URL paths checked; a wildcard is allowed only as the full final path step. */
  nonResourceURLs?: string[] | undefined;
  /** Allowed request targets. Empty means every request. */
  requestTargets?: string[] | undefined;
  /**
   * Cluster the rule matches. When set, other than cluster requests are not allowed. Empty means
   * any.
   */
  cluster?: string | undefined;
  /** Virtual clusters the rule matches. Empty means no restriction. */
  virtualClusters?: RuleVirtualCluster[] | undefined;
  /** Matching resources. Empty means all kinds in all groups. */
  resources?: GroupResources[] | undefined;
  /** Instance names matched; `resources` must be given. Empty means every instance. */
  resourceNames?: string[] | undefined;
}
export type AccessKeyRuleArgs = Inputs<AccessKeyRule>;

/** Resources of one API group. */
export interface GroupResources {
  /** API group; the empty string is the core group. */
  group?: string | undefined;
  /**
   * Resources such as `pods`, `pods/log`, `*`, `pods/*` or `*\/scale`. Empty means all of the
   * group.
   */
  resources?: string[] | undefined;
}
export type GroupResourcesArgs = Inputs<GroupResources>;

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
  /** Further claims of the identity provider. vCluster Platform; not in the specification. */
  extraClaims?: Record<string, unknown> | undefined;
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
 * - `expire`: The old key works until the end of `gracePeriod`, and not longer than before. It is
 * deleted later.
 */
export type ReplacedKeyPolicy = "delete" | "expire";

/** A replaced key that still works. */
export interface ReplacedKey {
  /** Name of the key. */
  name: string;
  /** When it stops granting access, RFC 3339 in UTC. */
  expiresAt: string;
}

/** An existing virtual cluster on a connected cluster. */
export interface SourceVirtualCluster {
  /** Name of the connected cluster on which the virtual cluster runs. */
  cluster: string;
  /** Namespace of the virtual cluster on that cluster. */
  namespace: string;
  /** Name of the virtual cluster to import. */
  name: string;
  /**
   * Name of the resulting virtual cluster in the project. Without it the virtual cluster's own name
   * is used. A virtual cluster in the project keeps its name: a change is refused.
   */
  importName?: string | undefined;
}
export type SourceVirtualClusterArgs = Inputs<SourceVirtualCluster>;

/**
 * What deleting an import removes. It never deletes the virtual cluster.
 *
 * - `retain`: Nothing: the virtual cluster stays in the project.
 * - `delete`: On vCluster Platform 4 the instance and the Secret that this resource created are
 * removed from the platform, and the virtual cluster keeps running. Elsewhere the virtual cluster
 * stays in the project, with a warning.
 */
export type DeletionPolicy = "retain" | "delete";

/** An object, by name. */
export interface NameReference {
  /** Name of the object; `*` means all. */
  name: string;
}
export type NameReferenceArgs = Inputs<NameReference>;

/** A template that a project may use. */
export interface AllowedTemplate {
  /** Kind of the template: `VirtualClusterTemplate` or `SpaceTemplate`. */
  kind?: string | undefined;
  /** API group of the kind, `storage.loft.sh`. */
  group?: string | undefined;
  /** Name of the template; `*` means all. */
  name?: string | undefined;
  /** Whether the UI selects the template first. */
  isDefault?: boolean | undefined;
}
export type AllowedTemplateArgs = Inputs<AllowedTemplate>;

/** A user or team in a project, and its role there. */
export interface ProjectMember {
  /** `User` or `Team`. */
  kind?: string | undefined;
  /** API group of the kind, `storage.loft.sh`. */
  group?: string | undefined;
  /** Name of the user or team; `*` means all. */
  name?: string | undefined;
  /** Role in the project, such as `loft-management-project-user`. */
  clusterRole: string;
}
export type ProjectMemberArgs = Inputs<ProjectMember>;

/** How many objects a project may have. */
export interface ProjectQuotas {
  /** Limits of the whole project, such as virtualclusterinstances: "10". */
  project?: Record<string, string> | undefined;
  /** Limits of each user, such as virtualclusterinstances: "10". */
  user?: Record<string, string> | undefined;
}
export type ProjectQuotasArgs = Inputs<ProjectQuotas>;

/** Whether a project requires something. */
export interface ProjectRequirement {
  /** Whether it is not required. */
  disabled?: boolean | undefined;
}
export type ProjectRequirementArgs = Inputs<ProjectRequirement>;

/** How namespaces in the connected clusters are named. */
export interface NamespacePattern {
  /** Pattern for the namespaces of spaces. */
  space?: string | undefined;
  /** Pattern for the namespaces of virtual clusters. */
  virtualCluster?: string | undefined;
}
export type NamespacePatternArgs = Inputs<NamespacePattern>;

/** Labels and annotations of a namespace. */
export interface NamespaceMetadata {
  /** Labels by key. */
  labels?: Record<string, string> | undefined;
  /** Annotations by key. */
  annotations?: Record<string, string> | undefined;
}
export type NamespaceMetadataArgs = Inputs<NamespaceMetadata>;

/** What the namespace of a project gets when it is made. */
export interface NamespaceTemplate {
  /** Labels and annotations of the namespace. */
  metadata?: NamespaceMetadata | undefined;
}
export type NamespaceTemplateArgs = Inputs<NamespaceTemplate>;

/** A Secret with the token for Vault. */
export interface VaultTokenReference {
  /** Name of the Secret in the project's namespace. */
  name?: string | undefined;
  /** Key in the data of the Secret. */
  key: string;
  /** Whether the Secret may be absent. */
  optional?: boolean | undefined;
}
export type VaultTokenReferenceArgs = Inputs<VaultTokenReference>;

/** How a project authenticates with Vault. */
export interface VaultAuth {
  /** Token for Vault. */
  token?: string | undefined;
  /** The Secret with the token. */
  tokenSecretRef?: VaultTokenReference | undefined;
}
export type VaultAuthArgs = Inputs<VaultAuth>;

/** How a project reads secrets from Vault. */
export interface ProjectVault {
  /** Whether secrets come from Vault. */
  enabled?: boolean | undefined;
  /** Address of Vault. */
  address?: string | undefined;
  /** Whether any certificate of Vault is accepted. */
  skipTLSVerify?: boolean | undefined;
  /** Namespace in Vault. */
  namespace?: string | undefined;
  /** How often secrets are read, such as `1m`. */
  syncInterval?: string | undefined;
  /** How the project authenticates. */
  auth?: VaultAuth | undefined;
}
export type ProjectVaultArgs = Inputs<ProjectVault>;

/** Credentials for a registry. */
export interface ImagePullSecret {
  /** Name of the Secret. */
  secretName?: string | undefined;
  /** Namespace of the Secret. */
  secretNamespace?: string | undefined;
  /** Key in the data of the Secret. */
  key?: string | undefined;
  /** API group of the kind. */
  apiGroup?: string | undefined;
  /** Kind that holds the credentials. */
  kind?: string | undefined;
}
export type ImagePullSecretArgs = Inputs<ImagePullSecret>;

/** A value in a Secret of the cluster that the platform runs in. */
export interface SecretReference {
  /** Name of the Secret. */
  secretName?: string | undefined;
  /** Namespace of the Secret. */
  secretNamespace?: string | undefined;
  /** Key in the data of the Secret. */
  key?: string | undefined;
}
export type SecretReferenceArgs = Inputs<SecretReference>;

/** The Helm chart of a virtual cluster. */
export interface VirtualClusterChart {
  /** Version of vCluster's chart. */
  version: string;
  /** Name of the chart; `vcluster` without it. */
  name?: string | undefined;
  /** URL of the chart's repository. */
  repo?: string | undefined;
  /** User name for the repository. */
  username?: string | undefined;
  /** Password for the repository. */
  password?: string | undefined;
  /** Accept any TLS certificate of the repository. */
  insecureSkipTlsVerify?: boolean | undefined;
}
export type VirtualClusterChartArgs = Inputs<VirtualClusterChart>;

/** The Helm release of a virtual cluster. */
export interface VirtualClusterRelease {
  /** The chart. */
  chart: VirtualClusterChart;
  /** Content of `vcluster.yaml`. It may hold actions of Go's templates, `{{ … }}`. */
  values?: string | undefined;
}
export type VirtualClusterReleaseArgs = Inputs<VirtualClusterRelease>;

/** Something that is on or off. */
export interface VirtualClusterFlag {
  /** Whether it is on. */
  enabled?: boolean | undefined;
}
export type VirtualClusterFlagArgs = Inputs<VirtualClusterFlag>;

/** How a virtual cluster is reached without the platform. */
export interface VirtualClusterAccessPoint {
  /** An ingress. */
  ingress?: VirtualClusterFlag | undefined;
}
export type VirtualClusterAccessPointArgs = Inputs<VirtualClusterAccessPoint>;

/**
 * What the platform does with the token of a request.
 *
 * - `Off`: The platform uses a token of its own.
 * - `TokenReview`: The virtual cluster asks the platform whom the token is for.
 * - `Passthrough`: The token is passed on.
 */
export type ForwardTokenMode = "Off" | "TokenReview" | "Passthrough";

/** What the namespace of a virtual cluster gets. */
export interface HostNamespaceTemplate {
  /** Metadata of what is created from the template. */
  metadata?: SpaceTemplateMetadata | undefined;
  /**
   * Kubernetes objects that are deployed into each space: a string of YAML, or a list of objects. A
   * string is sent as it is, a list is written as YAML. Texts that mean the same are no change. A
   * string may hold actions of Go's templates, `{{ … }}`, which the platform fills in for each
   * space. A string that is no YAML because of them is not checked.
   */
  objects?: string | Record<string, unknown>[] | undefined;
  /** Helm charts that are deployed. */
  charts?: TemplateChart[] | undefined;
  /** Apps that are deployed. */
  apps?: TemplateApp[] | undefined;
}
export type HostNamespaceTemplateArgs = Inputs<HostNamespaceTemplate>;

/** What a virtual cluster is made of. */
export interface VirtualClusterDefinition {
  /** Version and configuration of the virtual cluster. */
  helmRelease?: VirtualClusterRelease | undefined;
  /** Whether it is a vCluster Pro. */
  pro?: VirtualClusterFlag | undefined;
  /** Metadata of what is created from the template. */
  metadata?: SpaceTemplateMetadata | undefined;
  /**
   * Kubernetes objects that are deployed into each space: a string of YAML, or a list of objects. A
   * string is sent as it is, a list is written as YAML. Texts that mean the same are no change. A
   * string may hold actions of Go's templates, `{{ … }}`, which the platform fills in for each
   * space. A string that is no YAML because of them is not checked.
   */
  objects?: string | Record<string, unknown>[] | undefined;
  /** Helm charts that are deployed. */
  charts?: TemplateChart[] | undefined;
  /** Apps that are deployed. */
  apps?: TemplateApp[] | undefined;
  /** Who gets which cluster role in the virtual cluster. */
  access?: SpaceAccess | undefined;
  /** Labels and annotations of the instance. */
  instanceTemplate?: SpaceInstanceTemplate | undefined;
  /** How the virtual cluster is reached without the platform. */
  accessPoint?: VirtualClusterAccessPoint | undefined;
  /** How the token of a request is forwarded. */
  forwardTokenMode?: ForwardTokenMode | undefined;
  /** What the namespace of the virtual cluster gets. */
  spaceTemplate?: HostNamespaceTemplate | undefined;
}
export type VirtualClusterDefinitionArgs = Inputs<VirtualClusterDefinition>;

/** A version of a template. */
export interface VirtualClusterTemplateVersion {
  /** The version. */
  version: string;
  /** The virtual cluster of this version. */
  template?: VirtualClusterDefinition | undefined;
  /** Values that can be chosen for each virtual cluster. */
  parameters?: TemplateParameter[] | undefined;
}
export type VirtualClusterTemplateVersionArgs = Inputs<VirtualClusterTemplateVersion>;

/** The template of a virtual cluster or space. */
export interface InstanceTemplateRef {
  /** Name of the template. */
  name: string;
  /** Version of the template; `x` means the newest. Without it, the newest version is used. */
  version?: string | undefined;
  /**
   * Applies the present template once, also if it has no versions. It is sent when the program
   * changes it; the platform resets it.
   */
  syncOnce?: boolean | undefined;
}
export type InstanceTemplateRefArgs = Inputs<InstanceTemplateRef>;

/** Where a virtual cluster runs. */
export interface VirtualClusterPlace {
  /** Name of the connected cluster. The platform chooses it if it is absent. */
  cluster?: string | undefined;
  /** Namespace on that cluster. The platform chooses it if it is absent. */
  namespace?: string | undefined;
  /** Name of the virtual cluster in that namespace. The platform chooses it if it is absent. */
  virtualCluster?: string | undefined;
}
export type VirtualClusterPlaceArgs = Inputs<VirtualClusterPlace>;

/** Where a space is. */
export interface SpacePlace {
  /** Name of the connected cluster. The platform chooses it if it is absent. */
  cluster?: string | undefined;
  /** Namespace on that cluster. The platform chooses it if it is absent. */
  namespace?: string | undefined;
}
export type SpacePlaceArgs = Inputs<SpacePlace>;

/** What the platform shows of one SpaceTemplate. */
export type SpaceTemplateInfo = Omit<SpaceTemplateState, "generateName" | "conflictPolicy" | "extraSpec" | "externalChange">;

/** What the platform shows of one OwnedAccessKey. */
export type OwnedAccessKeyInfo = Omit<OwnedAccessKeyState, "generateName" | "conflictPolicy" | "key" | "oidcLogin" | "rotateBeforeExpiry" | "rotateEvery" | "rotationTriggers" | "replacedKey" | "gracePeriod" | "allowSelfLockout" | "extraSpec" | "externalChange" | "replacedKeys">;

/** What the platform shows of one Project. */
export type ProjectInfo = Omit<ProjectState, "generateName" | "conflictPolicy" | "extraSpec" | "forceDelete" | "externalChange">;

/** What the platform shows of one Team. */
export type TeamInfo = Omit<TeamState, "generateName" | "conflictPolicy" | "extraSpec" | "allowSelfLockout" | "externalChange">;

/** What the platform shows of one User. */
export type UserInfo = Omit<UserState, "generateName" | "conflictPolicy" | "extraSpec" | "allowSelfLockout" | "externalChange">;

/** What the platform shows of one ProjectSecret. */
export type ProjectSecretInfo = Omit<SpaceTemplateState, "generateName" | "conflictPolicy" | "parameters" | "template" | "versions" | "extraSpec" | "externalChange">;

/** What the platform shows of one SharedSecret. */
export type SharedSecretInfo = Omit<SpaceTemplateState, "generateName" | "conflictPolicy" | "parameters" | "template" | "versions" | "extraSpec" | "externalChange">;

/** What the platform shows of one VirtualClusterTemplate. */
export type VirtualClusterTemplateInfo = Omit<VirtualClusterTemplateState, "generateName" | "conflictPolicy" | "extraSpec" | "externalChange">;

/** What the platform shows of one VirtualClusterInstance. */
export type VirtualClusterInstanceInfo = Omit<VirtualClusterInstanceState, "generateName" | "conflictPolicy" | "extraSpec" | "project" | "waitForReady" | "externalChange">;

/** What the platform shows of one SpaceInstance. */
export type SpaceInstanceInfo = Omit<SpaceInstanceState, "generateName" | "conflictPolicy" | "extraSpec" | "project" | "waitForReady" | "externalChange">;

/** Where an imported virtual cluster runs. */
export interface VirtualClusterSource {
  /** Name of the connected cluster. */
  cluster: string;
  /** Namespace on that cluster. */
  namespace: string;
  /** Name of the virtual cluster there. */
  name: string;
}
