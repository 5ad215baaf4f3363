import { randomBytes } from "node:crypto";
import { isObject, type JsonObject } from "../text/json";
import { texts, typed } from "./fields";
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

/** The fields that the specification and the product have in common. */
export const commonKeyFields = {
  spec: {
    ...typed("string", "displayName description user team subject key type"),
    ...typed("boolean", "disabled ttlAfterLastActivity"),
    groups: texts,
    ttl: "integer",
  },
  scope: {
    projects: [typed("string", "project")],
    spaces: [typed("string", "project space")],
    virtualClusters: [typed("string", "project virtualCluster")],
  },
  rule: {
    ...typed(texts, "verbs namespaces nonResourceURLs requestTargets"),
    cluster: "string",
    virtualClusters: [typed("string", "name namespace")],
  },
  identity: {
    ...typed("string", "userId username preferredUsername email connector"),
    emailVerified: "boolean",
    groups: texts,
  },
  oidcProvider: typed("string", "clientId nonce redirectUri scopes"),
} as const;

/**
 * OwnedAccessKey: the specification, section 2.4. It leaves the shape of timestamps open, and
 * section 4.3 promises no list.
 */
export const ownedAccessKey: Kind = {
  kind: "OwnedAccessKey",
  plural: "ownedaccesskeys",
  namespaced: false,
  lacks: ["list", "watch", "deletecollection"],
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
        oidcLogin: { ...typed("string", "idToken accessToken refreshToken"), lastRefresh: "any" },
      },
    };
  },
};
