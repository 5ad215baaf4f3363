import { groupPath } from "../../../support/http";
import { added, merged, patched, removed, replaced } from "./colleague";
import type { Noise } from "./driftRow";

const declares = { user: "ci", scope: { projects: [{ project: "web" }] }, identity: { username: "ci" } };
const rule = { verbs: ["get"], resources: [{ group: "apps", resources: ["deployments"] }] };

/** Noise in the spec and the status of an OwnedAccessKey. */
export const ownedAccessKeyNoise: readonly Noise[] = [
  {
    id: "key-used",
    what: "a use of the key, which the platform notes",
    declares: { user: "ci" },
    noise: async ({ platform, live }) => {
      const { spec } = await live();
      await fetch(`${platform.baseUrl}${groupPath}/ownedaccesskeys`, {
        headers: { authorization: `Bearer ${spec.key}` },
      });
    },
  },
  {
    id: "key-activity",
    what: "a use of the key from which its lifetime counts",
    declares: { user: "ci", ttl: 3600, ttlAfterLastActivity: true },
    noise: merged({ status: { lastActivity: "2030-01-01T00:00:00Z" } }),
  },
  {
    id: "key-label",
    what: "a foreign label of a key",
    declares,
    noise: merged({ metadata: { labels: { theirs: "x" } } }),
  },
  {
    id: "key-unknown-field",
    what: "an unknown field of a key's spec",
    declares,
    noise: added("/spec/parentClaims", { issuer: "example.test" }),
  },
  {
    id: "key-type-default",
    what: "a type that the server fills in",
    declares,
    noise: added("/spec/type", "User"),
  },
  {
    id: "key-names-undeclared",
    what: "a name and a description that the program does not declare",
    declares,
    noise: merged({ spec: { displayName: "Theirs", description: "theirs" } }),
  },
  {
    id: "disabled-false-dropped",
    what: "a disabled that is declared false and dropped",
    declares: { user: "ci", disabled: false },
    noise: merged({ spec: { disabled: null } }),
  },
  {
    id: "disabled-false-added",
    what: "a disabled that is spelled out as false",
    declares,
    noise: merged({ spec: { disabled: false } }),
  },
  {
    id: "ttl-zero-dropped",
    what: "a ttl that is declared 0 and dropped",
    declares: { user: "ci", ttl: 0 },
    noise: merged({ spec: { ttl: null } }),
  },
  {
    id: "ttl-flag-dropped",
    what: "a ttlAfterLastActivity that is declared false and dropped",
    declares: { user: "ci", ttlAfterLastActivity: false },
    noise: merged({ spec: { ttlAfterLastActivity: null } }),
  },
  {
    id: "groups-dropped",
    what: "empty groups that are dropped",
    declares: { user: "ci", groups: [] },
    noise: merged({ spec: { groups: null } }),
  },
  {
    id: "scope-dropped",
    what: "an empty scope that is dropped",
    declares: { user: "ci", scope: {} },
    noise: merged({ spec: { scope: null } }),
  },
  {
    id: "scope-flag-dropped",
    what: "a scope of false and empty fields that is dropped",
    declares: { user: "ci", scope: { allowCli: false, projects: [], spaces: [], virtualClusters: [] } },
    noise: merged({ spec: { scope: null } }),
  },
  {
    id: "scope-flag-added",
    what: "a flag of the scope that is spelled out as false",
    declares,
    noise: added("/spec/scope/allowLoftCli", false),
  },
  {
    id: "scope-unknown",
    what: "an unknown field of the scope",
    declares,
    noise: added("/spec/scope/roles", [{ role: "reader" }]),
  },
  {
    id: "scope-member-undeclared",
    what: "spaces of the scope that the program does not declare",
    declares,
    noise: added("/spec/scope/spaces", [{ project: "web", space: "one" }]),
  },
  {
    id: "scope-undeclared",
    what: "a scope that the program does not declare",
    declares: { user: "ci" },
    noise: added("/spec/scope", { projects: [{ project: "web" }] }),
  },
  {
    id: "rules-dropped",
    what: "empty rules that are dropped",
    declares: { user: "ci", rules: [] },
    noise: merged({ spec: { rules: null } }),
  },
  {
    id: "rule-lists-dropped",
    what: "empty lists of a rule that are dropped",
    declares: { user: "ci", rules: [{ ...rule, namespaces: [], virtualClusters: [], requestTargets: [] }] },
    noise: merged({ spec: { rules: [rule] } }),
  },
  {
    id: "rule-texts-dropped",
    what: "empty texts of a rule that are dropped, the core group among them",
    declares: { user: "ci", rules: [{ cluster: "", resources: [{ group: "", resources: ["pods"] }] }] },
    noise: merged({ spec: { rules: [{ resources: [{ resources: ["pods"] }] }] } }),
  },
  {
    id: "rule-order",
    what: "another order of a rule's fields",
    declares: { user: "ci", rules: [rule] },
    noise: patched(
      { op: "remove", path: "/spec/rules" },
      { op: "add", path: "/spec/rules", value: [{ resources: rule.resources, verbs: rule.verbs }] },
    ),
  },
  {
    id: "identity-filled",
    what: "more of the identity than the program declares, filled in at a login",
    declares,
    noise: merged({ spec: { identity: { email: "ci@example.test", emailVerified: true, groups: ["idp"] } } }),
  },
  {
    id: "identity-undeclared",
    what: "an identity that the program does not declare",
    declares: { user: "ci" },
    noise: merged({ spec: { identity: { username: "ci" }, identityRefresh: "2030-01-01T00:00:00Z" } }),
  },
  {
    id: "identity-false-dropped",
    what: "false and empty fields of the identity that are dropped",
    declares: { user: "ci", identity: { username: "ci", emailVerified: false, groups: [], email: "" } },
    noise: merged({ spec: { identity: { emailVerified: null, groups: null, email: null } } }),
  },
  {
    id: "connector-data-hidden",
    what: "data of a connector that is declared and never shown",
    declares: { user: "ci", identity: { connector: "github", connectorData: "connector-data-0123456789" } },
    noise: merged({ metadata: { annotations: { theirs: "x" } } }),
  },
  {
    id: "refresh-time-respelled",
    what: "the same time in another spelling",
    declares: {
      user: "ci",
      identityRefresh: "2026-01-01T11:00:00+01:00",
      oidcLogin: { lastRefresh: "2026-01-02T11:00:00.000Z" },
    },
    noise: patched(
      { op: "replace", path: "/spec/identityRefresh", value: "2026-01-01T10:00:00Z" },
      { op: "replace", path: "/spec/oidcLogin/lastRefresh", value: "2026-01-02T11:00:00Z" },
    ),
  },
  {
    id: "oidc-undeclared",
    what: "a client and tokens that the program does not declare",
    declares,
    noise: merged({ spec: { oidcProvider: { clientId: "c" }, oidcLogin: { idToken: "theirs-0123456789" } } }),
  },
  {
    id: "oidc-empty-dropped",
    what: "empty fields of a client that are dropped",
    declares: { user: "ci", oidcProvider: { clientId: "c", scopes: "", nonce: "" } },
    noise: merged({ spec: { oidcProvider: { scopes: null, nonce: null } } }),
  },
  {
    id: "key-written-again",
    what: "the declared key, written again",
    declares: { user: "ci", key: "written-again-0123456789" },
    noise: replaced("/spec/key", "written-again-0123456789"),
  },
  {
    id: "key-rule-comes-goes",
    what: "rules that came and went",
    declares,
    noise: async (colleague) => {
      await added("/spec/rules", [rule])(colleague);
      await removed("/spec/rules")(colleague);
    },
  },
];
