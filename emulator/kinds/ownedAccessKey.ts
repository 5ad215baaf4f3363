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

/** OwnedAccessKey: the specification, section 2.4. It leaves the shape of timestamps open. */
export const ownedAccessKey: Kind = {
  kind: "OwnedAccessKey",
  plural: "ownedaccesskeys",
  namespaced: false,
  complete: withKey,
  secrets: [["spec", "key"]],
  neverShown: [["spec", "identity", "connectorData"]],
  status: { lastActivity: "time" },
  fields: (apiVersion) => ({
    spec: {
      displayName: "string",
      description: "string",
      user: "string",
      team: "string",
      subject: "string",
      groups: ["string"],
      key: "string",
      disabled: "boolean",
      ttl: "integer",
      ttlAfterLastActivity: "boolean",
      scope: {
        [cliFlags(apiVersion)[0]]: "boolean",
        [cliFlags(apiVersion)[1]]: "boolean",
        projects: [{ project: "string" }],
        spaces: [{ project: "string", space: "string" }],
        virtualClusters: [{ project: "string", virtualCluster: "string" }],
      },
      rules: [
        {
          verbs: ["string"],
          resources: [{ group: "string", resources: ["string"] }],
          resourceNames: ["string"],
          namespaces: ["string"],
          nonResourceURLs: ["string"],
          requestTargets: ["string"],
          cluster: "string",
          virtualClusters: [{ name: "string", namespace: "string" }],
        },
      ],
      type: "string",
      identity: {
        userId: "string",
        username: "string",
        preferredUsername: "string",
        email: "string",
        emailVerified: "boolean",
        groups: ["string"],
        connector: "string",
        connectorData: "string",
      },
      identityRefresh: "any",
      oidcProvider: { clientId: "string", nonce: "string", redirectUri: "string", scopes: "string", parent: "string" },
      oidcLogin: { idToken: "string", accessToken: "string", refreshToken: "string", lastRefresh: "any" },
    },
  }),
};
