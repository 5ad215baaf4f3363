// The types of vCluster Platform 4.11. Its servers drop fields that are not in them.
import type { Fields } from "./fields";
import type { Kind } from "./kind";
import { commonKeyFields, ownedAccessKey } from "./ownedAccessKey";
import { project, virtualClusterInstance } from "./project";
import { spaceTemplate } from "./spaceTemplate";

const texts = ["string"] as const;
const owner = { user: "string", team: "string" } as const;
const access = [{ name: "string", verbs: texts, subresources: texts, users: texts, teams: texts }] as const;
const accessRules = [{ users: texts, teams: texts, clusterRole: "string" }] as const;
const metadata = { labels: { "*": "string" }, annotations: { "*": "string" } } as const;
const fromSecret = { projectSecretRef: { project: "string", name: "string", key: "string" } } as const;

const app = {
  name: "string",
  namespace: "string",
  releaseName: "string",
  version: "string",
  parameters: "string",
  hash: "string",
} as const;

const chart = {
  name: "string",
  version: "string",
  repoURL: "string",
  username: "string",
  usernameRef: fromSecret,
  password: "string",
  passwordRef: fromSecret,
  insecureSkipTlsVerify: "boolean",
  releaseName: "string",
  releaseNamespace: "string",
  values: "string",
  wait: "boolean",
  timeout: "string",
} as const;

const contents = { metadata, objects: "string", charts: [chart], apps: [app] } as const;

const spaceContents = {
  ...contents,
  instanceTemplate: { metadata },
  access: { defaultClusterRole: "string", rules: accessRules },
} as const;

const parameters = [
  {
    variable: "string",
    label: "string",
    description: "string",
    type: "string",
    options: texts,
    min: "integer",
    max: "integer",
    required: "boolean",
    defaultValue: "string",
    placeholder: "string",
    validation: "string",
    invalidation: "string",
    section: "string",
  },
] as const;

/** SpaceTemplate of the product. */
export const productSpaceTemplate: Kind = {
  ...spaceTemplate,
  noStatusPath: true,
  status: { apps: ["raw"] },
  fields: () => ({
    spec: {
      displayName: "string",
      description: "string",
      owner,
      access,
      template: spaceContents,
      parameters,
      versions: [{ version: "string", template: spaceContents, parameters }],
    },
  }),
};

const { spec: keySpec, rule, identity, oidcProvider } = commonKeyFields;

const scope: Fields = {
  ...commonKeyFields.scope,
  allowLoftCli: "boolean",
  roles: [{ role: "string", projects: texts, virtualClusters: texts }],
  clusters: [{ cluster: "string" }],
  rules: [{ ...rule, resources: [{ group: "string", resources: texts, resourceNames: texts }] }],
};

/** OwnedAccessKey of the product. */
export const productAccessKey: Kind = {
  ...ownedAccessKey,
  noStatusPath: true,
  fields: () => ({
    spec: {
      ...keySpec,
      scope,
      identity: { ...identity, connectorData: "bytes", extraClaims: { "*": "any" } },
      identityRefresh: "time",
      oidcProvider,
      parent: "string",
      oidcLogin: { idToken: "bytes", accessToken: "bytes", refreshToken: "bytes", lastRefresh: "time" },
    },
  }),
};

/** Project of the product: it takes no import requests. */
export const productProject: Kind = { ...project, subresources: {} };

const helmChart = {
  name: "string",
  repo: "string",
  version: "string",
  username: "string",
  password: "string",
  insecureSkipTlsVerify: "boolean",
} as const;

/** VirtualClusterInstance of the product. */
export const productVirtualCluster: Kind = {
  ...virtualClusterInstance,
  noStatusPath: true,
  subresources: { accesskey: { kind: "VirtualClusterAccessKey", verb: "get" } },
  fields: () => ({
    spec: {
      displayName: "string",
      description: "string",
      owner,
      access,
      extraAccessRules: accessRules,
      template: {
        ...spaceContents,
        helmRelease: { chart: helmChart, values: "string" },
        accessPoint: { ingress: { enabled: "boolean" } },
        forwardToken: "boolean",
        forwardTokenMode: "Off|TokenReview|Passthrough",
        pro: { enabled: "boolean" },
        spaceTemplate: contents,
      },
      templateRef: { name: "string", version: "string", syncOnce: "boolean" },
      parameters: "string",
      clusterRef: { cluster: "string", namespace: "string", virtualCluster: "string" },
      external: "boolean",
      networkPeer: "boolean",
      standalone: "boolean",
    },
  }),
  status: {
    phase: "string",
    reason: "string",
    message: "string",
    serviceUID: "string",
    online: "boolean",
    canUse: "boolean",
    canUpdate: "boolean",
    ignoreReconciliation: "boolean",
    deployHash: "string",
    kubernetesVersion: "string",
    conditions: ["raw"],
    sleepModeConfig: "raw",
    spaceObjects: "raw",
    virtualCluster: "raw",
    virtualClusterObjects: "raw",
  },
};
