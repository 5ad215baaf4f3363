import * as z from "zod";
import { accessKeyRules, type Config } from "../../config/config.js";
import {
  comparedBy,
  deprecated,
  immutable,
  inputNote,
  insteadOf,
  local,
  productOnly,
  removalReplaces,
  secret,
  stable,
  stableWhile,
} from "../../objects/fields/fieldRules.js";
import { externalChangeOf, metadataOutputs, storedInputs, timestamp } from "../../objects/fields/metadataFields.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { createStored, readStored, updateStored } from "../../objects/lifecycle/stored.js";
import type { Problem } from "../../objects/operation.js";
import { objectPath } from "../../objects/place.js";
import type { StoredResource } from "../../objects/resource.js";
import { memoized, type Properties, semanticEqual, unknown } from "../../objects/values.js";
import { extraSpecInput } from "../commonFields.js";
import { accessKeyRule, accessScope, identity, oidcLogin, oidcProvider, scopeProblems } from "./accessKeyFields.js";
import { rotationDue, rotationInputs, rotationProblems } from "./accessKeyRotation.js";
import { computedKeyOutputs, externalKeyChange, secretStatus, unresolvedDisabling } from "./accessKeyState.js";
import {
  inputWarnings,
  keptWarnings,
  lifetimeRefusal,
  warnIfKeyHidden,
  warnIfKeyMissing,
} from "./accessKeyWarnings.js";
import { endReplacedKey } from "./endReplacedKey.js";
import { keptKey, keptKeys, replacedKeysText, withLiveKeys } from "./keptKeys.js";
import { lostRestrictions } from "./lostRestrictions.js";
import { keysOf } from "./principalKeys.js";
import { plannedRefusal, refuseDelete, refuseUpdate } from "./refusedChanges.js";
import { deleteSpentKeys } from "./replacedKeys.js";

const principalNote = inputNote(
  "A change replaces the key, so that a secret once handed out never changes whom it acts for.",
);

const keyInputs = storedInputs.extend({
  displayName: z.string().describe("Name of the key shown in the UI.").optional(),
  description: z.string().describe("Description of the key.").optional(),
  user: immutable(principalNote(z.string().min(1).describe("The user the key acts for."))).optional(),
  team: immutable(principalNote(z.string().min(1).describe("The team the key acts for."))).optional(),
  subject: immutable(
    principalNote(z.string().min(1).describe("Generic subject the key acts for, instead of `user` or `team`.")),
  ).optional(),
  groups: z.array(z.string()).describe("Extra groups applied when the key is used.").optional(),
  key: removalReplaces(
    secret(
      z
        .string()
        .min(1)
        .max(accessKeyRules.maxLength, accessKeyRules.tooLong)
        .regex(accessKeyRules.pattern, accessKeyRules.wrongCharacters)
        .describe(
          "The key value, used as a bearer token. Without it the platform generates one. Taking it out of the program " +
            "replaces the key by a generated one.",
        ),
    ),
  ).optional(),
  disabled: inputNote("Default false.")(
    z.boolean().describe("If true the key exists but does not grant access."),
  ).optional(),
  ttl: comparedBy(areEqualTtls)(
    z
      .int()
      .nonnegative("must not be negative")
      .describe(
        "Lifetime in seconds, counted from the creation, or from the last activity with `ttlAfterLastActivity`. " +
          "Without it, or with 0, the key does not expire.",
      ),
  ).optional(),
  ttlAfterLastActivity: inputNote("Default false.")(
    z.boolean().describe("If true the lifetime counts from the last activity instead of the creation."),
  ).optional(),
  scope: accessScope
    .describe("What the key reaches. Without a scope it reaches all that its principal does.")
    .optional(),
  rules: insteadOf("Use scope.rules.")(
    deprecated("Use scope.projects, scope.spaces and scope.virtualClusters instead.")(
      z.array(accessKeyRule).describe("Rules that restrict the key."),
    ),
  ).optional(),
  type: z.string().describe("Whether the key is managed by a user (`User`) or by the service itself.").optional(),
  identity: identity.describe("Single-sign-on login data, where there is any.").optional(),
  identityRefresh: timestamp.describe("Last time the identity was refreshed, RFC 3339.").optional(),
  oidcProvider: oidcProvider.describe("Present when the key is a refresh token.").optional(),
  parent: z.string().describe(productOnly("Key whose token information this key shares.")).optional(),
  oidcLogin: deprecated("Use identity instead.")(secret(oidcLogin.describe("Tokens of an OIDC login."))).optional(),
  ...rotationInputs,
  allowSelfLockout: local(
    z
      .boolean()
      .describe(
        "Lets the provider delete, disable, shorten or change the very key that it authenticates with. Default false.",
      ),
  ).optional(),
  extraSpec: extraSpecInput,
});

const keyOutputs = metadataOutputs.extend({
  // Not optional, so that programs need no check, although an import can leave it empty.
  key: stable(
    secret(
      z
        .string()
        .describe(
          "The key value, used as a bearer token. Always secret. Empty if an imported key's platform hides it; the import warns.",
        ),
    ),
  ),
  expiresAt: stableWhile(countsFromCreation)(
    z.string().describe("When the key stops granting access, RFC 3339 in UTC; absent without a ttl."),
  ).optional(),
  lastActivity: z
    .string()
    .describe("Last time the key was used, RFC 3339 in UTC; absent before the first use.")
    .optional(),
  replacedKeys: local(stable(z.array(keptKey).describe(replacedKeysText))).optional(),
  externalChange: externalChangeOf("created again, being deleted, a generated key rotated, a key disabled"),
  active: z.boolean().describe("Whether the key granted access when it was last read: neither disabled nor expired."),
});

/** Whether the lifetime is unchanged and counts from the creation. */
function countsFromCreation(before: Properties, after: Properties): boolean {
  if (before.ttlAfterLastActivity || after.ttlAfterLastActivity) return false;
  return typeof before.ttl === "number" && before.ttl === after.ttl;
}

/** Whether two ttls are equal. A negative ttl, which a platform can have, never ends either. */
function areEqualTtls(a: unknown, b: unknown): boolean {
  const lifetimeOf = (ttl: unknown) => (typeof ttl === "number" && ttl < 0 ? undefined : ttl);
  return semanticEqual(lifetimeOf(a), lifetimeOf(b));
}

/** The wire name of allowCli contains the vendor (specification, section 2.4). */
const wireNames = memoized(({ cliScopeField }: Config) => [
  { inside: "scope", property: "allowCli", wire: cliScopeField },
]);

function keyProblems(fields: Properties, previous: Properties): Problem[] {
  const others = [...rotationProblems(fields), ...scopeProblems(fields, previous)];
  const isSet = (key: string) => fields[key] !== undefined && fields[key] !== unknown;
  const principal = ["user", "team"].find(isSet);
  if (!isSet("subject") || principal === undefined) return others;
  const reason = `cannot be combined with \`${principal}\`: a key acts for one of them. Remove one.`;
  return [{ property: "subject", reason }, ...others];
}

/** A credential for the API and the command-line client (specification, section 2.4). */
export const ownedAccessKey: StoredResource = {
  type: "OwnedAccessKey",
  plural: "ownedaccesskeys",
  description:
    "A credential for the API and the platform's command-line client in non-interactive environments, such as CI. " +
    "The key value is the secret output `key`.",
  imports: {
    description:
      "The id is the name of the key's object, not its value. The value becomes the secret output `key` where the platform shows " +
      "it, and is never written into a program.",
    name: "ci",
    id: "ci-key",
  },
  inputs: keyInputs,
  outputs: keyOutputs,
  check: keyProblems,
  inputWarnings,
  dueReplacement: rotationDue,
  unresolvedChange: unresolvedDisabling,
  keptWarnings,
  updateRefusal: lifetimeRefusal,
  plannedRefusal,
  readFirst: ({ refreshKeys }) => refreshKeys,
  wireNames,
  computed: computedKeyOutputs,
  externalChange: externalKeyChange,
  secretStatus,
  lostRestrictions,
  ofPrincipal: keysOf,
  recordsReplaced: true,

  async create(operation) {
    const { state, ...created } = warnIfKeyMissing(operation, await createStored(operation));
    return { ...created, state: { ...state, replacedKeys: keptKeys(operation) } };
  },

  async read(operation) {
    return withLiveKeys(operation, warnIfKeyHidden(operation, await readStored(operation)));
  },

  async update(operation) {
    await refuseUpdate(operation);
    const updated = await updateStored(operation);
    // Without a uid, the update continued an unfinished create.
    return operation.recorded.state.uid === undefined ? warnIfKeyMissing(operation, updated) : updated;
  },

  async delete(operation) {
    const live = await findObject(operation, objectPath(operation.place));
    await refuseDelete(operation, live);
    await endReplacedKey(operation, live);
    if (operation.replacedBy?.replacedKey === "expire") await deleteSpentKeys(operation);
  },
};
