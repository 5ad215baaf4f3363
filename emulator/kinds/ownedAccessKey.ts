import { randomBytes } from "node:crypto";
import { cliFlags } from "./cliFlags";
import { type FieldType, strings } from "./fieldTypes";
import type { Kind } from "./kind";

const keyLength = 64;

const scope = (apiVersion: string): FieldType => ({
  fields: {
    ...Object.fromEntries(cliFlags(apiVersion).map((flag) => [flag, "boolean" as const])),
    projects: { list: { fields: { project: "string" } } },
    spaces: { list: { fields: { project: "string", space: "string" } } },
    virtualClusters: { list: { fields: { project: "string", virtualCluster: "string" } } },
  },
});

const rule: FieldType = {
  fields: {
    verbs: strings,
    resources: { list: { fields: { group: "string", resources: strings } } },
    resourceNames: strings,
    namespaces: strings,
    nonResourceURLs: strings,
    requestTargets: strings,
    cluster: "string",
    virtualClusters: { list: { fields: { name: "string", namespace: "string" } } },
  },
};

const identity: FieldType = {
  fields: {
    userId: "string",
    username: "string",
    preferredUsername: "string",
    email: "string",
    emailVerified: "boolean",
    groups: strings,
    connector: "string",
    connectorData: "string",
  },
};

/** OwnedAccessKey: the specification, section 2.4. The shape of its timestamps is not specified, so any is taken. */
export const ownedAccessKey: Kind = {
  kind: "OwnedAccessKey",
  plural: "ownedaccesskeys",
  namespaced: false,
  generated: { key: () => randomBytes(keyLength / 2).toString("hex") },
  secrets: [["key"]],
  neverShown: [["identity", "connectorData"]],
  spec: (apiVersion) => ({
    fields: {
      displayName: "string",
      description: "string",
      user: "string",
      team: "string",
      subject: "string",
      groups: strings,
      key: "string",
      disabled: "boolean",
      ttl: "integer",
      ttlAfterLastActivity: "boolean",
      scope: scope(apiVersion),
      rules: { list: rule },
      type: "string",
      identity,
      identityRefresh: "any",
      oidcProvider: {
        fields: { clientId: "string", nonce: "string", redirectUri: "string", scopes: "string", parent: "string" },
      },
      oidcLogin: { fields: { idToken: "string", accessToken: "string", refreshToken: "string", lastRefresh: "any" } },
    },
  }),
};
