import * as z from "zod";
import { bytes, deprecated, inputNote, openObject, productOnly, secret } from "../../objects/fields/fieldRules.js";
import { timestamp } from "../../objects/fields/metadataFields.js";
import type { Problem } from "../../objects/operation.js";
import {
  asList,
  asRecord,
  formatPath,
  getOwn,
  isEmpty,
  isRecord,
  type Properties,
  semanticEqual,
} from "../../objects/values.js";

const projectName = z.string().describe("Name of a project; `*` selects all projects.").optional();

const scopeProject = z
  .strictObject({ project: projectName })
  .meta({ id: "ScopeProject", description: "A project that a key reaches." });

const scopeSpace = z
  .strictObject({
    project: projectName,
    space: z.string().describe("Name of a space; `*` selects all spaces.").optional(),
  })
  .meta({ id: "ScopeSpace", description: "A space that a key reaches." });

const scopeVirtualCluster = z
  .strictObject({
    project: projectName,
    virtualCluster: z.string().describe("Name of a virtual cluster; `*` selects all virtual clusters.").optional(),
  })
  .meta({ id: "ScopeVirtualCluster", description: "A virtual cluster that a key reaches." });

const groupResources = z
  .strictObject({
    group: z.string().describe("API group; the empty string is the core group.").optional(),
    resources: z
      .array(z.string())
      .describe("Resources such as `pods`, `pods/log`, `*`, `pods/*` or `*/scale`. Empty means all of the group.")
      .optional(),
  })
  .meta({ id: "GroupResources", description: "Resources of one API group." });

const ruleVirtualCluster = z
  .strictObject({
    name: z.string().describe("Name of the virtual cluster; empty means all.").optional(),
    namespace: z.string().describe("Namespace of the virtual cluster; empty means all.").optional(),
  })
  .meta({ id: "RuleVirtualCluster", description: "A virtual cluster that a rule matches." });

/** The fields that the rules of a key and those of a scope share. */
const keyRuleFields = {
  verbs: z.array(z.string()).describe("Matching verbs. Empty means every verb.").optional(),
  namespaces: z
    .array(z.string())
    .describe("Matching namespaces; the empty string matches what has none. Empty means every namespace.")
    .optional(),
  nonResourceURLs: z
    .array(z.string().regex(/^[^*]*(?:(?:^|\/)\*)?$/, "must have a wildcard only as the full final path step"))
    .describe("URL paths checked; a wildcard is allowed only as the full final path step.")
    .optional(),
  requestTargets: z.array(z.string()).describe("Allowed request targets. Empty means every request.").optional(),
  cluster: z
    .string()
    .describe("Cluster the rule matches. When set, other than cluster requests are not allowed. Empty means any.")
    .optional(),
  virtualClusters: z
    .array(ruleVirtualCluster)
    .describe("Virtual clusters the rule matches. Empty means no restriction.")
    .optional(),
};

const ruleResources = "Matching resources. Empty means all kinds in all groups.";

/** A deprecated rule that restricts an access key (specification, section 2.4). */
export const accessKeyRule = z
  .strictObject({
    ...keyRuleFields,
    resources: z.array(groupResources).describe(ruleResources).optional(),
    resourceNames: z
      .array(z.string())
      .describe("Instance names matched; `resources` must be given. Empty means every instance.")
      .optional(),
  })
  .refine(({ resources, resourceNames }) => !resourceNames?.length || resources !== undefined, {
    path: ["resourceNames"],
    message: "needs `resources` beside it",
  })
  .meta({ id: "AccessKeyRule", description: "A deprecated rule that restricts an access key; use scope instead." });

const scopeCluster = z
  .strictObject({ cluster: z.string().describe("Name of a connected cluster; `*` selects all clusters.").optional() })
  .meta({ id: "ScopeCluster", description: "A connected cluster that a key reaches." });

const scopeRole = z
  .strictObject({
    role: z.string().describe("Name of the role, such as `vcluster`, `loft-cli`, `agent` or `workspace`.").optional(),
    projects: z.array(z.string()).describe("Projects in which the role applies.").optional(),
    virtualClusters: z.array(z.string()).describe("Virtual clusters in which the role applies.").optional(),
  })
  .meta({ id: "ScopeRole", description: "A role of an access key." });

const scopeRule = z
  .strictObject({
    ...keyRuleFields,
    resources: z
      .array(
        groupResources
          .extend({
            resourceNames: z
              .array(z.string())
              .describe("Instance names matched. Empty means every instance.")
              .optional(),
          })
          .meta({ id: "ScopeResources", description: "Resources that a rule of a scope matches." }),
      )
      .describe(ruleResources)
      .optional(),
  })
  .meta({ id: "ScopeRule", description: "A rule of a scope." });

/** The scope of an access key (specification, section 2.4). */
export const accessScope = z
  .strictObject({
    allowCli: inputNote("Default false.")(
      z
        .boolean()
        .describe(
          "Allows certain read-only management requests, so that the platform's command-line client works with the key. " +
            "Since vCluster Platform 4.0, `scope.roles` with the role `loft-cli` replaces it.",
        ),
    ).optional(),
    projects: z.array(scopeProject).describe("Projects the key reaches.").optional(),
    spaces: z.array(scopeSpace).describe("Spaces the key reaches.").optional(),
    virtualClusters: z.array(scopeVirtualCluster).describe("Virtual clusters the key reaches.").optional(),
    clusters: z.array(scopeCluster).describe(productOnly("Connected clusters the key reaches.")).optional(),
    roles: z
      .array(scopeRole)
      .describe(productOnly("What the key may do, such as `vcluster` or `loft-cli`."))
      .optional(),
    rules: z
      .array(scopeRule)
      .describe(productOnly("Rules that restrict the key, in place of the deprecated input `rules`."))
      .optional(),
  })
  .meta({ id: "AccessScope", description: "What an access key reaches." });

/** Single-sign-on login data of an access key (specification, section 2.4). */
export const identity = z
  .strictObject({
    userId: z.string().describe("Subject of the user.").optional(),
    username: z.string().describe("Username.").optional(),
    preferredUsername: z.string().describe("Preferred username or display name.").optional(),
    email: z.string().describe("E-mail address of the user.").optional(),
    emailVerified: inputNote("Default false.")(
      z.boolean().describe("Whether the e-mail address was verified."),
    ).optional(),
    groups: z.array(z.string()).describe("Groups from the identity provider.").optional(),
    connector: z.string().describe("Name of the connector the key was created from.").optional(),
    connectorData: bytes(
      secret(z.string().describe("Data for the connector's later requests, such as upstream tokens.")),
    ).optional(),
    extraClaims: openObject(z.record(z.string(), z.unknown()))
      .describe(productOnly("Further claims of the identity provider."))
      .optional(),
  })
  .meta({ id: "Identity", description: "Single-sign-on login data." });

/** The OIDC client that an access key belongs to (specification, section 2.4). */
export const oidcProvider = z
  .strictObject({
    clientId: z.string().describe("Client the token was generated for.").optional(),
    nonce: secret(z.string().describe("Nonce to use.")).optional(),
    redirectUri: z.string().describe("Redirect URI to use.").optional(),
    scopes: z.string().describe("Scopes to use.").optional(),
    parent: deprecated("Sharing token information among keys is deprecated; leave it out.")(
      z.string().describe("Key with which OIDC and external token information is shared."),
    ).optional(),
  })
  .meta({ id: "OidcProvider", description: "The OIDC client that a refresh token belongs to." });

/** Deprecated tokens of an OIDC login (specification, section 2.4). */
export const oidcLogin = z
  .strictObject({
    idToken: bytes(z.string().describe("ID token created at login.")).optional(),
    accessToken: bytes(z.string().describe("Access token created at login.")).optional(),
    refreshToken: bytes(z.string().describe("Refresh token created at login.")).optional(),
    lastRefresh: timestamp.describe("Last time the ID token was refreshed, RFC 3339.").optional(),
  })
  .meta({ id: "OidcLogin", description: "Deprecated tokens of an OIDC login; use identity instead." });

/** For each list of a scope, the members by which an entry selects something. */
const selectingMembers: Readonly<Record<string, readonly string[]>> = {
  projects: ["project"],
  spaces: ["project", "space"],
  virtualClusters: ["project", "virtualCluster"],
  clusters: ["cluster"],
  roles: ["role"],
};

/** Errors for new scope entries that select nothing, for example because an output has no value. */
export function scopeProblems({ scope }: Properties, { scope: previous }: Properties): Problem[] {
  return Object.entries(selectingMembers).flatMap(([list, members]) => {
    const previousEntries = entriesOf(previous, list);
    return entriesOf(scope, list).flatMap((entry, index) => {
      // An import takes entries as the platform has them.
      if (!isRecord(entry) || previousEntries.some((each) => semanticEqual(each, entry))) return [];
      const missing = members.filter((member) => isEmpty(getOwn(entry, member)));
      return missing.map((member) => ({
        property: formatPath(["scope", list, index, member]),
        reason: "is required: without it the entry names nothing. Set it, or find out why its output has no value.",
      }));
    });
  });
}

const entriesOf = (scope: unknown, list: string) => asList(getOwn(asRecord(scope), list));
