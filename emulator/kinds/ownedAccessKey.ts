import { randomBytes } from "node:crypto";
import { isObject, type JsonObject } from "../text/json";
import type { Kind } from "./kind";

const keyLength = 64;

/**
 * The names of the flag in `spec.scope` that allows reads, both with the vendor's word in the
 * middle: `allowLoftCLI` is the spelling of the specification, section 2.4, and `allowLoftCli` the
 * one of that product's API.
 */
export function cliFlags(apiVersion: string): readonly [string, string] {
  const [, label = ""] = apiVersion.split(/[./]/);
  const word = label.replace(/[^a-z0-9]/g, "");
  const start = `allow${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return [`${start}CLI`, `${start}Cli`];
}

/** Generates the value of a new key that comes without one. */
export function withKey(fields: JsonObject, isNew: boolean): JsonObject {
  const spec = isObject(fields.spec) ? fields.spec : {};
  if (!isNew || spec.key) return fields;
  return { ...fields, spec: { ...spec, key: randomBytes(keyLength / 2).toString("hex") } };
}

const texts = ["string"] as const;

/** The fields that the specification and the product have in common. */
export const commonKeyFields = {
  spec: {
    displayName: "string",
    description: "string",
    user: "string",
    team: "string",
    subject: "string",
    groups: texts,
    key: "string",
    disabled: "boolean",
    ttl: "integer",
    ttlAfterLastActivity: "boolean",
    type: "string",
  },
  scope: {
    projects: [{ project: "string" }],
    spaces: [{ project: "string", space: "string" }],
    virtualClusters: [{ project: "string", virtualCluster: "string" }],
  },
  rule: {
    verbs: texts,
    namespaces: texts,
    nonResourceURLs: texts,
    requestTargets: texts,
    cluster: "string",
    virtualClusters: [{ name: "string", namespace: "string" }],
  },
  identity: {
    userId: "string",
    username: "string",
    preferredUsername: "string",
    email: "string",
    emailVerified: "boolean",
    groups: texts,
    connector: "string",
  },
  oidcProvider: { clientId: "string", nonce: "string", redirectUri: "string", scopes: "string" },
} as const;

/**
 * OwnedAccessKey: the specification, section 2.4. It leaves the shape of timestamps open, and
 * section 4.3 promises no list.
 */
export const ownedAccessKey: Kind = {
  kind: "OwnedAccessKey",
  plural: "ownedaccesskeys",
  namespaced: false,
  unlisted: true,
  complete: withKey,
  secrets: [["spec", "key"]],
  neverShown: [["spec", "identity", "connectorData"]],
  status: { lastActivity: "time" },
  fields: (apiVersion) => {
    const { spec, scope, rule, identity, oidcProvider } = commonKeyFields;
    const [specified, ofProduct] = cliFlags(apiVersion);
    const resources = [{ group: "string", resources: texts }] as const;
    return {
      spec: {
        ...spec,
        scope: { ...scope, [specified]: "boolean", [ofProduct]: "boolean" },
        rules: [{ ...rule, resources, resourceNames: texts }],
        identity: { ...identity, connectorData: "string" },
        identityRefresh: "any",
        oidcProvider: { ...oidcProvider, parent: "string" },
        oidcLogin: { idToken: "string", accessToken: "string", refreshToken: "string", lastRefresh: "any" },
      },
    };
  },
};
