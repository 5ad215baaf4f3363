/** Where a field of the specification is found in a resource. */
export interface SpecifiedFields {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Fields of ours that the specification does not know, because they are about the resource and not about the object. */
  readonly own: readonly string[];
}

const below = (parent: string, ...fields: string[]) => fields.map((field) => `${parent}.${field}`);

/** Section 2.1. Not among them: namespace, since no object here has one, and what is about deletions and bookkeeping. */
const metadata = {
  inputs: [
    ...["name", "generateName", "labels", "annotations", "finalizers"],
    ...below("ownerReferences[*]", "apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"),
  ],
  outputs: ["uid", "resourceVersion", "generation", "creationTimestamp"],
};

/** Section 2.2. */
const spaceTemplate: SpecifiedFields = {
  inputs: [
    ...metadata.inputs,
    ...["displayName", "description"],
    ...below("access[*]", "users", "verbs"),
    ...below("template", "metadata.labels", "objects"),
  ],
  outputs: metadata.outputs,
  own: ["extraSpec", "conflictPolicy", "externalChange"],
};

/** Section 2.3; the project stands in the path of the request (section 4.2). */
const virtualClusterImport: SpecifiedFields = {
  inputs: [
    ...metadata.inputs,
    ...below("sourceVirtualCluster", "name", "namespace", "cluster", "importName"),
    "project",
  ],
  outputs: metadata.outputs,
  own: ["deletionPolicy", "externalChange", "virtualCluster", "namespace"],
};

/** Section 2.4; `allow<Vendor>CLI` is `allowCli`. */
const ownedAccessKey: SpecifiedFields = {
  inputs: [
    ...metadata.inputs,
    ...["displayName", "description", "user", "team", "subject", "groups", "key", "disabled"],
    ...["ttl", "ttlAfterLastActivity", "type", "identityRefresh"],
    ...below("scope", "allowCli", "projects[*].project"),
    ...below("scope.spaces[*]", "project", "space"),
    ...below("scope.virtualClusters[*]", "project", "virtualCluster"),
    ...below("rules[*]", "verbs", "resourceNames", "namespaces", "nonResourceURLs", "requestTargets", "cluster"),
    ...below("rules[*].resources[*]", "group", "resources"),
    ...below("rules[*].virtualClusters[*]", "name", "namespace"),
    ...below("identity", "userId", "username", "preferredUsername", "email", "emailVerified", "groups"),
    ...below("identity", "connector", "connectorData"),
    ...below("oidcProvider", "clientId", "nonce", "redirectUri", "scopes", "parent"),
    ...below("oidcLogin", "idToken", "accessToken", "refreshToken", "lastRefresh"),
  ],
  outputs: [...metadata.outputs, "key", "lastActivity"],
  own: [
    ...["extraSpec", "conflictPolicy", "externalChange", "expiresAt", "active"],
    ...["rotateBeforeExpiry", "rotationTriggers", "replacedKey", "allowSelfLockout"],
  ],
};

/** The fields of sections 2.1 to 2.4 of the specification, by resource. */
export const specifiedFields: Readonly<Record<string, SpecifiedFields>> = {
  SpaceTemplate: spaceTemplate,
  OwnedAccessKey: ownedAccessKey,
  VirtualClusterImport: virtualClusterImport,
};
