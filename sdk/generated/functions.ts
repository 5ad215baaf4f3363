// Generated from the zod definitions by `npm run generate`. Do not edit.
import * as pulumi from "@pulumi/pulumi";
import { callFunction, type Inputs } from "../functions.js";
import type * as types from "./types.js";

/** Arguments of getSpaceTemplate. */
export interface GetSpaceTemplateArgs {
  /** Name of the object. */
  name: string;
}

/** Result of getSpaceTemplate. */
export type GetSpaceTemplateResult = types.SpaceTemplateInfo;

/**
 * Looks up one SpaceTemplate by name, whoever made it. It is an error when there is none. Secrets
 * are left out.
 */
export function getSpaceTemplate(args: GetSpaceTemplateArgs): Promise<GetSpaceTemplateResult> {
  return callFunction("getSpaceTemplate", args);
}

/** Like getSpaceTemplate, with outputs as arguments. */
export function getSpaceTemplateOutput(args: Inputs<GetSpaceTemplateArgs>): pulumi.Output<GetSpaceTemplateResult> {
  return pulumi.output(args).apply((known) => getSpaceTemplate(known as GetSpaceTemplateArgs));
}

/** Arguments of listSpaceTemplates. */
export interface ListSpaceTemplatesArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listSpaceTemplates. */
export interface ListSpaceTemplatesResult {
  /** The objects, in the order of the platform. */
  items: types.SpaceTemplateInfo[];
}

/**
 * Lists every SpaceTemplate that the provider's access key may see, whoever made it. Secrets are
 * left out.
 */
export function listSpaceTemplates(args: ListSpaceTemplatesArgs = {}): Promise<ListSpaceTemplatesResult> {
  return callFunction("listSpaceTemplates", args);
}

/** Like listSpaceTemplates, with outputs as arguments. */
export function listSpaceTemplatesOutput(args: Inputs<ListSpaceTemplatesArgs> = {}): pulumi.Output<ListSpaceTemplatesResult> {
  return pulumi.output(args).apply((known) => listSpaceTemplates(known as ListSpaceTemplatesArgs));
}

/** Arguments of getOwnedAccessKey. */
export interface GetOwnedAccessKeyArgs {
  /** Name of the object. */
  name: string;
}

/** Result of getOwnedAccessKey. */
export type GetOwnedAccessKeyResult = types.OwnedAccessKeyInfo;

/**
 * Looks up one OwnedAccessKey by name, whoever made it. It is an error when there is none. Secrets
 * are left out.
 */
export function getOwnedAccessKey(args: GetOwnedAccessKeyArgs): Promise<GetOwnedAccessKeyResult> {
  return callFunction("getOwnedAccessKey", args);
}

/** Like getOwnedAccessKey, with outputs as arguments. */
export function getOwnedAccessKeyOutput(args: Inputs<GetOwnedAccessKeyArgs>): pulumi.Output<GetOwnedAccessKeyResult> {
  return pulumi.output(args).apply((known) => getOwnedAccessKey(known as GetOwnedAccessKeyArgs));
}

/** Arguments of listOwnedAccessKeys. */
export interface ListOwnedAccessKeysArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /**
   * Only those that act for this user. Default on a platform that does not list access keys: the
   * user or team of the provider's key.
   */
  user?: string | undefined;
  /**
   * Only those that act for this team. Default on a platform that does not list access keys: the
   * user or team of the provider's key.
   */
  team?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listOwnedAccessKeys. */
export interface ListOwnedAccessKeysResult {
  /** The objects, in the order of the platform. */
  items: types.OwnedAccessKeyInfo[];
}

/**
 * Lists every OwnedAccessKey that the provider's access key may see, whoever made it. Secrets are
 * left out.
 */
export function listOwnedAccessKeys(args: ListOwnedAccessKeysArgs = {}): Promise<ListOwnedAccessKeysResult> {
  return callFunction("listOwnedAccessKeys", args);
}

/** Like listOwnedAccessKeys, with outputs as arguments. */
export function listOwnedAccessKeysOutput(args: Inputs<ListOwnedAccessKeysArgs> = {}): pulumi.Output<ListOwnedAccessKeysResult> {
  return pulumi.output(args).apply((known) => listOwnedAccessKeys(known as ListOwnedAccessKeysArgs));
}

/** Arguments of getProject. */
export interface GetProjectArgs {
  /** Name of the object. */
  name: string;
}

/** Result of getProject. */
export type GetProjectResult = types.ProjectInfo;

/**
 * Looks up one Project by name, whoever made it. It is an error when there is none. Secrets are
 * left out.
 */
export function getProject(args: GetProjectArgs): Promise<GetProjectResult> {
  return callFunction("getProject", args);
}

/** Like getProject, with outputs as arguments. */
export function getProjectOutput(args: Inputs<GetProjectArgs>): pulumi.Output<GetProjectResult> {
  return pulumi.output(args).apply((known) => getProject(known as GetProjectArgs));
}

/** Arguments of listProjects. */
export interface ListProjectsArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listProjects. */
export interface ListProjectsResult {
  /** The objects, in the order of the platform. */
  items: types.ProjectInfo[];
}

/**
 * Lists every Project that the provider's access key may see, whoever made it. Secrets are left
 * out.
 */
export function listProjects(args: ListProjectsArgs = {}): Promise<ListProjectsResult> {
  return callFunction("listProjects", args);
}

/** Like listProjects, with outputs as arguments. */
export function listProjectsOutput(args: Inputs<ListProjectsArgs> = {}): pulumi.Output<ListProjectsResult> {
  return pulumi.output(args).apply((known) => listProjects(known as ListProjectsArgs));
}

/** Arguments of getTeam. */
export interface GetTeamArgs {
  /** Name of the object. */
  name: string;
}

/** Result of getTeam. */
export type GetTeamResult = types.TeamInfo;

/**
 * Looks up one Team by name, whoever made it. It is an error when there is none. Secrets are left
 * out.
 */
export function getTeam(args: GetTeamArgs): Promise<GetTeamResult> {
  return callFunction("getTeam", args);
}

/** Like getTeam, with outputs as arguments. */
export function getTeamOutput(args: Inputs<GetTeamArgs>): pulumi.Output<GetTeamResult> {
  return pulumi.output(args).apply((known) => getTeam(known as GetTeamArgs));
}

/** Arguments of listTeams. */
export interface ListTeamsArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listTeams. */
export interface ListTeamsResult {
  /** The objects, in the order of the platform. */
  items: types.TeamInfo[];
}

/**
 * Lists every Team that the provider's access key may see, whoever made it. Secrets are left out.
 */
export function listTeams(args: ListTeamsArgs = {}): Promise<ListTeamsResult> {
  return callFunction("listTeams", args);
}

/** Like listTeams, with outputs as arguments. */
export function listTeamsOutput(args: Inputs<ListTeamsArgs> = {}): pulumi.Output<ListTeamsResult> {
  return pulumi.output(args).apply((known) => listTeams(known as ListTeamsArgs));
}

/** Arguments of getUser. */
export interface GetUserArgs {
  /** Name of the object. */
  name: string;
}

/** Result of getUser. */
export type GetUserResult = types.UserInfo;

/**
 * Looks up one User by name, whoever made it. It is an error when there is none. Secrets are left
 * out.
 */
export function getUser(args: GetUserArgs): Promise<GetUserResult> {
  return callFunction("getUser", args);
}

/** Like getUser, with outputs as arguments. */
export function getUserOutput(args: Inputs<GetUserArgs>): pulumi.Output<GetUserResult> {
  return pulumi.output(args).apply((known) => getUser(known as GetUserArgs));
}

/** Arguments of listUsers. */
export interface ListUsersArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listUsers. */
export interface ListUsersResult {
  /** The objects, in the order of the platform. */
  items: types.UserInfo[];
}

/**
 * Lists every User that the provider's access key may see, whoever made it. Secrets are left out.
 */
export function listUsers(args: ListUsersArgs = {}): Promise<ListUsersResult> {
  return callFunction("listUsers", args);
}

/** Like listUsers, with outputs as arguments. */
export function listUsersOutput(args: Inputs<ListUsersArgs> = {}): pulumi.Output<ListUsersResult> {
  return pulumi.output(args).apply((known) => listUsers(known as ListUsersArgs));
}

/** Arguments of getProjectSecret. */
export interface GetProjectSecretArgs {
  /** The project of the object. */
  project: string;
  /** Name of the object. */
  name: string;
}

/** Result of getProjectSecret. */
export type GetProjectSecretResult = types.ProjectSecretInfo;

/**
 * Looks up one ProjectSecret by project and name, whoever made it. It is an error when there is
 * none. Secrets are left out.
 */
export function getProjectSecret(args: GetProjectSecretArgs): Promise<GetProjectSecretResult> {
  return callFunction("getProjectSecret", args);
}

/** Like getProjectSecret, with outputs as arguments. */
export function getProjectSecretOutput(args: Inputs<GetProjectSecretArgs>): pulumi.Output<GetProjectSecretResult> {
  return pulumi.output(args).apply((known) => getProjectSecret(known as GetProjectSecretArgs));
}

/** Arguments of listProjectSecrets. */
export interface ListProjectSecretsArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Only those of this project. */
  project?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listProjectSecrets. */
export interface ListProjectSecretsResult {
  /** The objects, in the order of the platform. */
  items: types.ProjectSecretInfo[];
}

/**
 * Lists every ProjectSecret that the provider's access key may see, whoever made it. Secrets are
 * left out.
 */
export function listProjectSecrets(args: ListProjectSecretsArgs = {}): Promise<ListProjectSecretsResult> {
  return callFunction("listProjectSecrets", args);
}

/** Like listProjectSecrets, with outputs as arguments. */
export function listProjectSecretsOutput(args: Inputs<ListProjectSecretsArgs> = {}): pulumi.Output<ListProjectSecretsResult> {
  return pulumi.output(args).apply((known) => listProjectSecrets(known as ListProjectSecretsArgs));
}

/** Arguments of getSharedSecret. */
export interface GetSharedSecretArgs {
  /** The namespace of the object. */
  namespace: string;
  /** Name of the object. */
  name: string;
}

/** Result of getSharedSecret. */
export type GetSharedSecretResult = types.ProjectSecretInfo;

/**
 * Looks up one SharedSecret by namespace and name, whoever made it. It is an error when there is
 * none. Secrets are left out.
 */
export function getSharedSecret(args: GetSharedSecretArgs): Promise<GetSharedSecretResult> {
  return callFunction("getSharedSecret", args);
}

/** Like getSharedSecret, with outputs as arguments. */
export function getSharedSecretOutput(args: Inputs<GetSharedSecretArgs>): pulumi.Output<GetSharedSecretResult> {
  return pulumi.output(args).apply((known) => getSharedSecret(known as GetSharedSecretArgs));
}

/** Arguments of listSharedSecrets. */
export interface ListSharedSecretsArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Only those of this namespace. */
  namespace?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listSharedSecrets. */
export interface ListSharedSecretsResult {
  /** The objects, in the order of the platform. */
  items: types.SharedSecretInfo[];
}

/**
 * Lists every SharedSecret that the provider's access key may see, whoever made it. Secrets are
 * left out.
 */
export function listSharedSecrets(args: ListSharedSecretsArgs = {}): Promise<ListSharedSecretsResult> {
  return callFunction("listSharedSecrets", args);
}

/** Like listSharedSecrets, with outputs as arguments. */
export function listSharedSecretsOutput(args: Inputs<ListSharedSecretsArgs> = {}): pulumi.Output<ListSharedSecretsResult> {
  return pulumi.output(args).apply((known) => listSharedSecrets(known as ListSharedSecretsArgs));
}

/** Arguments of getVirtualClusterTemplate. */
export interface GetVirtualClusterTemplateArgs {
  /** Name of the object. */
  name: string;
}

/** Result of getVirtualClusterTemplate. */
export type GetVirtualClusterTemplateResult = types.VirtualClusterTemplateInfo;

/**
 * Looks up one VirtualClusterTemplate by name, whoever made it. It is an error when there is none.
 * Secrets are left out.
 */
export function getVirtualClusterTemplate(args: GetVirtualClusterTemplateArgs): Promise<GetVirtualClusterTemplateResult> {
  return callFunction("getVirtualClusterTemplate", args);
}

/** Like getVirtualClusterTemplate, with outputs as arguments. */
export function getVirtualClusterTemplateOutput(args: Inputs<GetVirtualClusterTemplateArgs>): pulumi.Output<GetVirtualClusterTemplateResult> {
  return pulumi.output(args).apply((known) => getVirtualClusterTemplate(known as GetVirtualClusterTemplateArgs));
}

/** Arguments of listVirtualClusterTemplates. */
export interface ListVirtualClusterTemplatesArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listVirtualClusterTemplates. */
export interface ListVirtualClusterTemplatesResult {
  /** The objects, in the order of the platform. */
  items: types.VirtualClusterTemplateInfo[];
}

/**
 * Lists every VirtualClusterTemplate that the provider's access key may see, whoever made it.
 * Secrets are left out.
 */
export function listVirtualClusterTemplates(args: ListVirtualClusterTemplatesArgs = {}): Promise<ListVirtualClusterTemplatesResult> {
  return callFunction("listVirtualClusterTemplates", args);
}

/** Like listVirtualClusterTemplates, with outputs as arguments. */
export function listVirtualClusterTemplatesOutput(args: Inputs<ListVirtualClusterTemplatesArgs> = {}): pulumi.Output<ListVirtualClusterTemplatesResult> {
  return pulumi.output(args).apply((known) => listVirtualClusterTemplates(known as ListVirtualClusterTemplatesArgs));
}

/** Arguments of getVirtualClusterInstance. */
export interface GetVirtualClusterInstanceArgs {
  /** The project of the object. */
  project: string;
  /** Name of the object. */
  name: string;
}

/** Result of getVirtualClusterInstance. */
export type GetVirtualClusterInstanceResult = types.VirtualClusterInstanceInfo;

/**
 * Looks up one VirtualClusterInstance by project and name, whoever made it. It is an error when
 * there is none. Secrets are left out.
 */
export function getVirtualClusterInstance(args: GetVirtualClusterInstanceArgs): Promise<GetVirtualClusterInstanceResult> {
  return callFunction("getVirtualClusterInstance", args);
}

/** Like getVirtualClusterInstance, with outputs as arguments. */
export function getVirtualClusterInstanceOutput(args: Inputs<GetVirtualClusterInstanceArgs>): pulumi.Output<GetVirtualClusterInstanceResult> {
  return pulumi.output(args).apply((known) => getVirtualClusterInstance(known as GetVirtualClusterInstanceArgs));
}

/** Arguments of listVirtualClusterInstances. */
export interface ListVirtualClusterInstancesArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Only those of this project. */
  project?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listVirtualClusterInstances. */
export interface ListVirtualClusterInstancesResult {
  /** The objects, in the order of the platform. */
  items: types.VirtualClusterInstanceInfo[];
}

/**
 * Lists every VirtualClusterInstance that the provider's access key may see, whoever made it.
 * Secrets are left out.
 */
export function listVirtualClusterInstances(args: ListVirtualClusterInstancesArgs = {}): Promise<ListVirtualClusterInstancesResult> {
  return callFunction("listVirtualClusterInstances", args);
}

/** Like listVirtualClusterInstances, with outputs as arguments. */
export function listVirtualClusterInstancesOutput(args: Inputs<ListVirtualClusterInstancesArgs> = {}): pulumi.Output<ListVirtualClusterInstancesResult> {
  return pulumi.output(args).apply((known) => listVirtualClusterInstances(known as ListVirtualClusterInstancesArgs));
}

/** Arguments of getSpaceInstance. */
export interface GetSpaceInstanceArgs {
  /** The project of the object. */
  project: string;
  /** Name of the object. */
  name: string;
}

/** Result of getSpaceInstance. */
export type GetSpaceInstanceResult = types.SpaceInstanceInfo;

/**
 * Looks up one SpaceInstance by project and name, whoever made it. It is an error when there is
 * none. Secrets are left out.
 */
export function getSpaceInstance(args: GetSpaceInstanceArgs): Promise<GetSpaceInstanceResult> {
  return callFunction("getSpaceInstance", args);
}

/** Like getSpaceInstance, with outputs as arguments. */
export function getSpaceInstanceOutput(args: Inputs<GetSpaceInstanceArgs>): pulumi.Output<GetSpaceInstanceResult> {
  return pulumi.output(args).apply((known) => getSpaceInstance(known as GetSpaceInstanceArgs));
}

/** Arguments of listSpaceInstances. */
export interface ListSpaceInstancesArgs {
  /**
   * Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a,
   * b)`.
   */
  labelSelector?: string | undefined;
  /** Only those of this project. */
  project?: string | undefined;
  /** Maximum number of objects. Default all. */
  limit?: number | undefined;
}

/** Result of listSpaceInstances. */
export interface ListSpaceInstancesResult {
  /** The objects, in the order of the platform. */
  items: types.SpaceInstanceInfo[];
}

/**
 * Lists every SpaceInstance that the provider's access key may see, whoever made it. Secrets are
 * left out.
 */
export function listSpaceInstances(args: ListSpaceInstancesArgs = {}): Promise<ListSpaceInstancesResult> {
  return callFunction("listSpaceInstances", args);
}

/** Like listSpaceInstances, with outputs as arguments. */
export function listSpaceInstancesOutput(args: Inputs<ListSpaceInstancesArgs> = {}): pulumi.Output<ListSpaceInstancesResult> {
  return pulumi.output(args).apply((known) => listSpaceInstances(known as ListSpaceInstancesArgs));
}

/** Arguments of getVirtualCluster. */
export interface GetVirtualClusterArgs {
  /** Name of the project. */
  project: string;
  /** Name of the virtual cluster in the project. */
  name: string;
}

/** Result of getVirtualCluster. */
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
  /** State of the virtual cluster, such as `Ready`, if the platform shows it. */
  phase?: string | undefined;
}

/**
 * Looks up a virtual cluster of a project, whoever brought it there. It is an error when there is
 * none, and on a platform that does not offer virtual clusters of projects.
 */
export function getVirtualCluster(args: GetVirtualClusterArgs): Promise<GetVirtualClusterResult> {
  return callFunction("getVirtualCluster", args);
}

/** Like getVirtualCluster, with outputs as arguments. */
export function getVirtualClusterOutput(args: Inputs<GetVirtualClusterArgs>): pulumi.Output<GetVirtualClusterResult> {
  return pulumi.output(args).apply((known) => getVirtualCluster(known as GetVirtualClusterArgs));
}

/** Arguments of getVirtualClusterKubeconfig. */
export interface GetVirtualClusterKubeconfigArgs {
  /** Name of the project. */
  project: string;
  /** Name of the virtual cluster in the project. */
  name: string;
  /** Access key that opens the virtual cluster, such as that of an OwnedAccessKey. */
  key: string;
  /** Address of the platform in the kubeconfig. The default is that of the provider. */
  server?: string | undefined;
  /**
   * Name of the context, the cluster and the user in the kubeconfig. The default is
   * `<project>/<name>`.
   */
  context?: string | undefined;
  /** Accept any TLS certificate. The default is the provider's setting `insecureSkipTlsVerify`. */
  insecure?: boolean | undefined;
}

/** Result of getVirtualClusterKubeconfig. */
export interface GetVirtualClusterKubeconfigResult {
  /** The kubeconfig as JSON, which is YAML, too. */
  kubeconfig: string;
}

/**
 * Builds a kubeconfig with which an access key opens a virtual cluster of a project, through the
 * platform. The virtual cluster is not looked up. The kubeconfig has the provider's
 * `certificateAuthority`, and works as long as the key. vCluster Platform 4; not in the
 * specification.
 */
export function getVirtualClusterKubeconfigOutput(args: Inputs<GetVirtualClusterKubeconfigArgs>): pulumi.Output<GetVirtualClusterKubeconfigResult> {
  return pulumi.secret(pulumi.output(args).apply((known) => callFunction<GetVirtualClusterKubeconfigResult>("getVirtualClusterKubeconfig", known)));
}
