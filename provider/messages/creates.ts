import { npmName } from "../identity.js";
import { messages } from "./message.js";

/** The consequence of an import while another resource has the object. */
export const twoResources =
  "If another resource in the state has the object, first take that one out of the state: pulumi state delete <its URN>. Otherwise the object has two resources, and removing one of them can delete the object of the other.";

/** Messages of a create, and of the end of one that was interrupted. */
export const createMessages = messages({
  foreign: {
    text: "Cannot create {label}: an object of this name exists already and was not made by this resource.",
    cause: "Somebody else made it. The provider never adopts an object in silence.",
    remedy: `${twoResources} To manage it, {import}. Or choose another name.`,
  },
  leftBehind: {
    text: "Cannot create {label}: this stack made an object of this name before, or another stack that has or had its names.",
    cause:
      "A renamed resource without `aliases`, a forced replacement of a fixed name ([`deleteBeforeReplace`](../deletion.md#replacement)), another stack that took the object over, or an interrupted create ([orphans](../orphans.md)).",
    remedy: `If the resource was renamed, add the aliases option. If a replacement was forced, set deleteBeforeReplace. If another stack has the object, after pulumi stack rename or pulumi state move, choose another name; ${npmName} orphans looks for that stack. ${twoResources} Only if no state holds the object, since a create was interrupted: to keep it, {import}; to make a new one, delete it: {delete}`,
  },
  usedAlready: {
    text: "Cannot create {label}: an interrupted create of this stack made an object of this name, and it has been used since.",
    cause: "The state is older than the object, often restored from a backup. Somebody holds what the create answered.",
    remedy: `If the state was restored, bring back the newer one. Otherwise run pulumi refresh, which forgets the object. ${twoResources} Then to keep it, {import}; to make a new one, delete it: {delete}`,
  },
  importWithPlugin: {
    text: "import it with the plugin (dynamic resources cannot be imported)",
    cause: "Takes the place of the command, where a dynamic resource finds its name in use.",
  },
  stillInTheWay: {
    text: "Cannot create {label} in time: an object of this name is still being deleted: {waiting}. Nothing was created.",
    cause: "A [finalizer](../deletion.md#finalizers) holds the old object.",
    remedy:
      "Run the same command again when it is gone, choose another name, or give it more time with customTimeouts.",
  },
  inDoubt: {
    text: "{label} may or may not have been created: {reason}",
    cause:
      "No answer came and nobody could look, or an imported virtual cluster did not appear in time. The state keeps what is known.",
    remedy: "Run pulumi up again: it looks for the object first.",
  },
  notAnswered: {
    text: "The platform accepted the create, but did not answer the object.",
    cause: "Part of the message above.",
  },
  lookFailed: { text: "Looking for the object failed: {failure}", cause: "Part of the message above." },
  createdAgain: {
    text: "{label} was created, but the answer was lost, and the platform does not show again what it said. The object is deleted and created again.",
    cause:
      "The answer that held the key was lost, and the platform shows a key only once. The new key is in the state.",
  },
  notOurs: {
    text: "{label} was not made by this resource: somebody else took the name before its create came to an end. It is left alone.",
    cause: "The name was taken between two runs.",
    remedy: "Choose another name.",
  },
  usedLeftAlone: {
    text: "{label} is left alone: an interrupted create of this stack made it, and it has been used since.",
    cause: "The state is older than the object, often restored from a backup. Somebody holds what the create answered.",
    remedy: "If the state was restored, bring back the newer one. Otherwise import the object or delete it.",
  },
});
