// The types of vCluster Platform 4.12. Its servers drop fields that are not in them.
import { type Fields, textMap, texts, typed } from "../fields";
import { commonKeyFields } from "../ownedAccessKey";
import {
  chartSource,
  clusterRole,
  instanceOf,
  labelSelector,
  namespaceTemplate,
  owned,
  parameters,
  secretRef,
  spaceContents,
  templateOf,
  virtualClusterContents,
} from "./sharedFields";

const named = [{ name: "string" }] as const;

const { spec: keySpec, rule, identity, oidcProvider } = commonKeyFields;

const key: Fields = {
  ...keySpec,
  scope: {
    ...commonKeyFields.scope,
    allowLoftCli: "boolean",
    roles: [{ role: "string", ...typed(texts, "projects virtualClusters") }],
    clusters: [{ cluster: "string" }],
    rules: [{ ...rule, resources: [{ group: "string", ...typed(texts, "resources resourceNames") }] }],
  },
  identity: { ...identity, connectorData: "bytes", extraClaims: textMap },
  identityRefresh: "time",
  oidcProvider,
  parent: "string",
  oidcLogin: { ...typed("bytes", "idToken accessToken refreshToken"), lastRefresh: "time" },
};

const project: Fields = {
  ...owned,
  "quotas+": typed(textMap, "project user"),
  ...typed(named, "allowedClusters allowedRunners allowedNodeTypes+ allowedNodeProfiles+"),
  allowedTemplates: [{ ...typed("string", "kind group name"), isDefault: "boolean" }],
  members: [typed("string", "kind group name clusterRole+")],
  ...typed({ disabled: "boolean" }, "requireTemplate+ requirePreset+"),
  defaultNodeProfile: "string",
  namespacePattern: typed("string", "space virtualCluster"),
  namespaceTemplate,
  vault: {
    ...typed("boolean", "enabled skipTLSVerify"),
    ...typed("string", "address namespace syncInterval"),
    auth: { token: "string", tokenSecretRef: { ...typed("string", "name key+"), optional: "boolean" } },
  },
  argoCD: "any",
};

const principal: Fields = {
  ...owned,
  username: "string",
  groups: texts,
  clusterRoles: named,
  imagePullSecrets: [typed("string", "apiGroup kind secretName secretNamespace key")],
};

const user: Fields = {
  ...principal,
  ...typed("string", "email subject icon"),
  ssoGroups: texts,
  ...typed(secretRef, "passwordRef codesRef"),
  extraClaims: textMap,
  disabled: "boolean",
  tokenGeneration: "integer",
};

const secret: Fields = { ...owned, data: { "*": "bytes" } };

const resources: Fields = { ...typed(textMap, "limits requests"), claims: [typed("string", "name request")] };
const measured: Fields = { replicas: "integer", resources };

const cluster: Fields = {
  ...owned,
  "config+": secretRef,
  managementNamespace: "string",
  ...typed("boolean", "local networkPeer unusable"),
  metrics: { ...measured, retention: "string", storage: typed("string", "size storageClass") },
  opencost: measured,
  argoCD: { enabled: "boolean", connector: "string" },
};

const appConfig: Fields = {
  ...typed("string", "defaultNamespace readme icon timeout"),
  "config+": {
    ...typed("string", "manifests parameters values"),
    annotations: textMap,
    chart: chartSource,
    bash: { ...typed("string", "script image clusterRole"), ...typed("any", "podSecurityContext securityContext") },
  },
  wait: "boolean",
  parameters,
  streamContainer: { container: "string", selector: labelSelector },
};

const app: Fields = {
  ...owned,
  clusters: texts,
  recommendedApp: texts,
  manifests: "string",
  helm: { ...typed("string", "name+ repoUrl version username password values"), insecure: "boolean" },
  ...appConfig,
  versions: [{ version: "string", ...appConfig }],
};

const clusterAccess: Fields = {
  ...owned,
  clusters: texts,
  "localClusterAccessTemplate+": {
    "metadata+": "any",
    "spec+": {
      ...typed("string", "displayName description"),
      clusterRoles: named,
      priority: "integer",
      teams: texts,
      users: [typed("string", "user team")],
    },
  },
};

const clusterRoleTemplate: Fields = {
  ...owned,
  clusters: texts,
  management: "boolean",
  "clusterRoleTemplate+": clusterRole,
  localClusterRoleTemplate: {
    "metadata+": "any",
    "spec+": { ...typed("string", "displayName description"), "clusterRoleTemplate+": clusterRole },
  },
};

const nodeType: Fields = {
  ...typed("string", "displayName providerRef"),
  ...typed(textMap, "properties resources"),
  overhead: { kubeReserved: textMap },
  cost: "integer",
};

const virtualClusterInstance: Fields = {
  ...owned,
  ...instanceOf(virtualClusterContents),
  "clusterRef+": typed("string", "cluster namespace virtualCluster"),
  ...typed("boolean", "external networkPeer standalone"),
};

/** The specs of the kinds, by names of their own. */
export const specs = {
  key,
  project,
  team: { ...principal, users: texts },
  user,
  secret,
  spaceTemplate: { ...owned, ...templateOf(spaceContents) },
  virtualClusterTemplate: { ...owned, ...templateOf(virtualClusterContents), spaceTemplateRef: { name: "string" } },
  virtualClusterInstance,
  spaceInstance: {
    ...owned,
    ...instanceOf(spaceContents),
    "clusterRef+": typed("string", "cluster namespace"),
  },
  cluster,
  clusterAccess,
  clusterRoleTemplate,
  app,
  oidcClient: { ...typed("string", "name clientId clientSecret"), "redirectURIs+": texts },
  nodeProvider: {
    displayName: "string",
    properties: textMap,
    ...typed("any", "bcm clusterAPI kubeVirt metal3 terraform"),
  },
  nodeType,
  sshKey: { ...owned, publicKey: "string" },
} as const;
