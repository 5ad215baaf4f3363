import { npmName } from "../packageNames.js";
import { messages } from "./message.js";

const toReplace = "To replace the key by a new one, change `rotationTriggers` as well.";

/** Messages of access keys. */
export const keyMessages = messages({
  neverExpires: {
    text: "is {ttl}: the key never expires.",
    cause: "[A warning](../rotate-ci-keys.md#safeguards) about the property `ttl`.",
    remedy: "Set it, in seconds, and rotateBeforeExpiry to have pulumi up replace the key in time.",
  },
  reachesAll: {
    text: "is empty: the key reaches all that its principal does.",
    cause: "[A warning](../rotate-ci-keys.md#safeguards) about the property `scope`.",
    remedy: "Name the projects, spaces or virtual clusters that it needs.",
  },
  nameless: {
    text: "is required: without it the entry names nothing.",
    cause: "Often an output without a value, such as one of an object that is not there.",
    remedy: "Set it, or find out why its output has no value.",
  },
  unusualTtl: {
    text: "is {ttl}, which is {bound}: ttl counts seconds.",
    cause: "[A warning](../rotate-ci-keys.md#safeguards) about a new `ttl`. Nothing is to be done if it is meant.",
  },
  userAndTeam: {
    text: "is set beside `user`: nothing says for which of them the key acts.",
    cause: "A key acts for a user or a team.",
    remedy: "Set one of them.",
  },
  expired: {
    text: "The key expired at {end}, so requests with it get 401.",
    cause: "A warning of the preview.",
    remedy: "Change rotationTriggers to replace it by a new key, or set rotateBeforeExpiry.",
  },
  endsSoon: {
    text: "The new lifetime ends the key at {end}.",
    cause: "The `ttl` counts from the creation of the key, so that a shorter one may leave an hour or less.",
    remedy: toReplace,
  },
  endsAtOnce: {
    text: 'property "ttl" would end the key at {end}, which has passed.',
    cause: "The `ttl` counts from the creation of the key.",
    remedy: `${toReplace} To end it, set \`disabled\`.`,
  },
  due: {
    text: "The key {verb} at {end}: it is replaced by a new one (rotateBeforeExpiry).",
    cause: "A note: `rotateBeforeExpiry` asks for it.",
  },
  needsLongerTtl: {
    text: "needs a `ttl` that is longer, or the key would be replaced at once.",
    cause: "`rotateBeforeExpiry` is longer than the key lives. Set a longer `ttl`, or a smaller margin.",
  },
  fixedName: {
    text: "cannot be `{policy}` for a key with a fixed `name`: the new key needs the name.",
    cause: "`replacedKey: {policy}` keeps the old key, and with it its name.",
    remedy: "Use `generateName`, or leave the name out.",
  },
  needsExpire: {
    text: 'needs `replacedKey: "expire"`: otherwise the old key ends at once.',
    cause: "It has no effect otherwise.",
  },
  twoPrincipals: {
    text: "cannot be combined with `{other}`: it is used instead of it.",
    cause: "A key acts for a user, a team or a `subject`.",
  },
  notShown: {
    text: "{label}: the platform does not show the key's value, so its output `key` is empty. Everything else is managed.",
    cause: "The key was imported from a platform that shows keys only once.",
    remedy:
      "To have a value, set rotationTriggers: the next pulumi up then replaces the key by a new one. Or set `key` to a value of your own.",
  },
  notAnswered: {
    text: "{label}: the platform's response to its create does not show the key's value, so its output `key` is empty.",
    cause: "The platform shows the key later, or never.",
    remedy:
      "Run pulumi refresh: it takes the value where the platform shows it by then. Otherwise nobody holds it: set `key` to a value of your own.",
  },
  disabledOutside: {
    text: "Cannot update {label}: {change}. Perhaps it leaked: find out why before it works again.",
    cause: "Somebody disabled the key. [React in the program](../rotate-ci-keys.md#keys-that-others-changed).",
    remedy:
      "Then set disabled: true to leave it so, disabled: false to enable it, or change rotationTriggers to replace it by a new key.",
  },
  noAccess: { text: "{change} and grants no access", cause: "Part of the message above." },
  lockedOut: {
    text: "Cannot {action} {label}: it is the key that the provider authenticates with, and {change} would lock it out.",
    cause: "The next request of the provider would be refused.",
    remedy: "Give the provider another key first, or set allowSelfLockout: true.",
  },
  replacedDisabled: {
    text: "{label} is replaced by a new key, but {change}. Perhaps it leaked: find out why.",
    cause: "Somebody had disabled the old key, and no read had seen it.",
  },
  deletedForName: {
    text: "{label} is deleted, in spite of replacedKey: {policy}, because the new key needs its name.",
    cause: "The name is fixed. Leave it to the provider.",
  },
  revokedNotExpiring: {
    text: "{label} is deleted without its grace period (replacedKey: expire): the platform does not accept its new end.",
    cause:
      "The platform refused the update of the old key, or did not store its `ttl`. Without an end the key would work on.",
    remedy: "Allow the provider's access key to update and patch ownedaccesskeys.",
  },
  keptReplaced: {
    text: "{label} is not deleted: it grants access until {end} (replacedKey: expire).",
    cause: "A note about a replaced key. Pulumi calls it a deleted original.",
  },
  spentDeleted: {
    text: "Deleted {label}, which a replacement kept until {end} (replacedKey: expire).",
    cause: "A note: the key has expired, and no resource of the program has it.",
  },
  spentKept: {
    text: "Replaced keys that have expired may remain: they could not be searched or deleted.",
    cause:
      "The next replacement of a key of the same user or team with `replacedKey: expire` deletes them, and so does the command orphans. Without a list, nothing finds a key with a `subject`.",
    remedy: `If the access key lacks the permissions to get users/accesskeys or teams/accesskeys and to delete ownedaccesskeys, grant them. \`${npmName} orphans\` names and deletes such keys.`,
  },
  tooManyKeys: {
    text: "All keys of a user or team come in one response, of at most 8 MiB.",
    cause: "The path `users/<name>/accesskeys` has no pages.",
    remedy: "Delete keys that nobody uses.",
  },
});
