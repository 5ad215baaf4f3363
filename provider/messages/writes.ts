import { npmName } from "../packageNames.js";
import { settingKey } from "../settingNames.js";
import { messages } from "./message.js";

/** The consequence of an import while another resource has the object. */
export const twoResources =
  "If another resource in the state has the object, first take that one out of the state: pulumi state delete <its URN>. Otherwise the object has two resources, and removing one of them can delete the object of the other.";

const replaced = "If the resource is being replaced, the object is its own: set deleteBeforeReplace.";

const unheld =
  "Only if no state holds the object, since a create was interrupted: to keep it, {import}; to make a new one, delete it: {delete}";

/** Messages of a create, and of the end of one that was interrupted. */
export const createMessages = messages({
  foreign: {
    text: "Cannot create {label}: an object of this name exists already and was not made by this resource.",
    cause: "Somebody else made it. The provider never adopts an object in silence.",
    remedy: `If the resource was imported and is being replaced, set deleteBeforeReplace. ${twoResources} To manage it, {import}. Or choose another name.`,
  },
  otherStack: {
    text: "Cannot create {label}: another stack made an object of this name, or this one before it was renamed.",
    cause:
      "The owner label names another stack, project or `ownerId`. After `pulumi stack rename` an object keeps the old label until its next update.",
    remedy: `${replaced} If another stack has the object, choose another name. ${twoResources} ${unheld}`,
  },
  leftBehind: {
    text: "Cannot create {label}: this stack made an object of this name before, or another stack that has or had its names.",
    cause:
      "A renamed resource without `aliases`, a replacement of a fixed name that does not delete first ([`deleteBeforeReplace`](../how-it-works.md#replacement)), another stack that took the object over, or an interrupted create ([orphans](../orphans.md)).",
    remedy: `If the resource was renamed, add the aliases option. ${replaced} If another stack has the object, after pulumi stack rename or pulumi state move, choose another name; ${npmName} orphans looks for that stack. ${twoResources} ${unheld}`,
  },
  usedAlready: {
    text: "Cannot create {label}: an interrupted create of this stack made an object of this name, and it has been used since.",
    cause: "The state is older than the object, often restored from a backup. Somebody has what the create returned.",
    remedy: `If the state was restored, bring back the newer one. Otherwise run pulumi refresh, which forgets the object. ${twoResources} Then to keep it, {import}; to make a new one, delete it: {delete}`,
  },
  importWithPlugin: {
    text: "import it with the plugin (dynamic resources cannot be imported)",
    cause: "Takes the place of the command, where a dynamic resource finds its name in use.",
  },
  stillInTheWay: {
    text: "Cannot create {label} in time: an object of this name is still being deleted: {waiting}. Nothing was created.",
    cause: "A [finalizer](../how-it-works.md#finalizers) holds the old object.",
    remedy:
      "Run the same command again when it is gone, choose another name, or give it more time with customTimeouts.",
  },
  inDoubt: {
    text: "{label} may or may not have been created: {reason}",
    cause:
      "No response came and the lookup failed, or an imported virtual cluster did not appear in time. The state keeps what is known.",
    remedy: "Run pulumi up again: it looks for the object first.",
  },
  notAnswered: {
    text: "The platform accepted the create, but did not return the object.",
    cause: "Part of the message above.",
  },
  lookFailed: { text: "Looking for the object failed: {failure}", cause: "Part of the message above." },
  createdAgain: {
    text: "{label} was created, but the response was lost, and the platform shows the key only once. The object is deleted and created again.",
    cause:
      "The response that held the key was lost, and the platform shows a key only once. The new key is in the state.",
  },
  notOurs: {
    text: "{label} was not made by this resource: somebody else took the name before its create came to an end. It is left alone.",
    cause: "The name was taken between two runs.",
    remedy: "Choose another name.",
  },
  usedLeftAlone: {
    text: "{label} is left alone: an interrupted create of this stack made it, and it has been used since.",
    cause: "The state is older than the object, often restored from a backup. Somebody has what the create returned.",
    remedy: "If the state was restored, bring back the newer one. Otherwise import the object or delete it.",
  },
});

/** Messages of an update, and of writes that the platform refuses. */
export const updateMessages = messages({
  conflicts: {
    text: "Cannot update {label}: {fields}.",
    cause: "Somebody else changed the same field. [What counts as a conflict](../how-it-works.md#conflicts).",
    remedy: `Run pulumi refresh to take their value as the new base; the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource or as ${settingKey("conflictPolicy")}.`,
  },
  changedField: {
    text: "{field} was changed {writer} from {recorded} to {theirs}, while the program has {ours}",
    cause: "Part of the message above.",
  },
  widened: {
    text: "{label} allows more than the program declares: {fields}.",
    cause: "Another client widened a key. [That is drift](../how-it-works.md#drift).",
    remedy: "pulumi up takes it back.",
  },
  ourselves: {
    text: "that is this provider: perhaps an update of this resource whose response was lost, or another program that manages the object too",
    cause: "Part of the message above.",
  },
  unknownHere: {
    text: "Cannot {action}: the platform does not know {properties} and would not store it, so nothing was written.",
    cause: "The name is misspelled, or this release of the platform has no such field. The platform would drop it.",
    remedy: "Take it out of the program, or correct its name.",
  },
  restrictionsLost: {
    text: "Cannot {action}: the platform did not store {properties} as declared, so it has more access.",
    cause: "The platform dropped a restriction of a key. A new key was deleted again.",
    remedy: "Declare other restrictions, which this platform knows.",
  },
  absent: {
    text: "Cannot update {label}: it is not on this platform.",
    cause: "The object was deleted, or the address is another platform's.",
    remedy: `If it was deleted, run pulumi refresh, and the next pulumi up creates it again. If this is another platform than before, check ${settingKey("baseUrl")}.`,
  },
  elsewhere: {
    text: "Cannot {action} {label}: it was made on another platform than the one at {baseUrl}.",
    cause:
      "The address leads to another platform than before. [A command against the wrong platform](../settings.md#a-command-against-the-wrong-platform).",
    remedy: `Correct ${settingKey("baseUrl")}. If that platform is gone, or this is the same one, the object is lost: pulumi state delete <URN of the resource>.`,
  },
  undecided: {
    text: "Cannot {action} {label}: it is not on the platform at {baseUrl}, and no identifier shows whether it was made there.",
    cause:
      "The key or the state has [no identifier of the platform](../settings.md#a-command-against-the-wrong-platform).",
    remedy: `If the address is wrong, correct ${settingKey("baseUrl")}. If it is right, the object is gone: pulumi state delete <URN of the resource>. ${settingKey("platformId")} pins the stack to one platform.`,
  },
  anotherObject: {
    text: "Cannot {action} {label}: it was deleted and created again by somebody else (uid {theirs}, ours was {ours}).",
    cause: "Another object has the name now. If it must not be touched, choose another name first.",
    remedy: `Run pulumi refresh to take over the new object. If this is another platform than before, check ${settingKey("baseUrl")} instead.`,
  },
  answeredAnother: {
    text: "Cannot tell whether {label} was updated: the platform returned another object (uid {theirs}, ours is {ours}).",
    cause: "Something in between mixes up requests. The state stays as it was.",
    remedy: "Run pulumi refresh, and check any proxy in between.",
  },
  beingDeleted: {
    text: "Cannot update {label}: it is {ending}.",
    cause: "A [finalizer](../how-it-works.md#finalizers) holds it.",
    remedy: "Wait until it is gone, run pulumi refresh, and the next pulumi up creates it again.",
  },
  alwaysChanging: {
    text: "Cannot update {label}: others changed it between each of {attempts} reads and the write that followed.",
    cause: "A controller writes the object without a pause.",
    remedy: "Try again when it is quieter, or find out who writes it: kubectl get --show-managed-fields.",
  },
  withoutVersion: {
    text: "Cannot update {label}: the platform does not tell its resourceVersion, so the write could undo what others write meanwhile.",
    cause: "Something in between changes responses. Nothing was sent.",
    remedy: `Check that ${settingKey("baseUrl")} leads to the platform itself.`,
  },
  holdsMark: {
    text: "Cannot update {label}: the write would replace {property}, in which another client wrote a marker of Pulumi. Nothing was written.",
    cause:
      "The object has a text or key that Pulumi reads as one of its own marks, and the provider cannot write it back.",
    remedy: "Remove the marker with the platform's own tools.",
  },
  losesSecret: {
    text: "Cannot update {label}: the write would remove {property}, which the program does not declare. Nothing was written.",
    cause:
      "Another client set it, or an import left it out. The platform hides it, or several entries of the list may be the one to which it belongs.",
    remedy: "Declare it in the program.",
  },
  refused: {
    text: "Cannot {action}: the platform refuses {reasons}.",
    cause: "The platform's own rules. The message names the program's property; values of secrets are left out.",
    remedy: "Correct it in the program and try again.",
  },
  refusedUndeclared: {
    text: "Cannot {action}: the platform refuses {reasons}.",
    cause: "The object on the platform holds a value that the platform does not take any more.",
    remedy: "The program does not set that: correct it on the platform, for example with kubectl edit, and try again.",
  },
  noReason: { text: "no reason given", cause: "Part of the messages above: the platform names the field only." },
  hiddenReason: {
    text: "the reason is not shown, because it may quote a secret",
    cause: "Part of the messages above, for a secret property.",
  },
  notInPlace: {
    text: "A {type} cannot be updated in place.",
    cause: "Pulumi requested an update of a resource without one.",
  },
  refusedChange: {
    text: "Cannot update this {type}: {reason}",
    cause: "The reason is one of those below, for a single kind of resource.",
  },
});

/** Messages of a delete. */
export const deleteMessages = messages({
  stillThere: {
    text: "Cannot delete {label} in time: it is still being deleted: {waiting}.",
    cause: "A [finalizer](../how-it-works.md#finalizers) holds the object, longer than the time that the delete has.",
    remedy:
      "The deletion goes on at the platform; run the same command again, or give it more time with customTimeouts.",
  },
  waitCanceled: {
    text: "The wait for the end of {label} was canceled: {waiting}.",
    cause: "Ctrl-C, or Pulumi stopped the operation.",
    remedy: "The deletion goes on at the platform; run the same command again.",
  },
  waiting: {
    text: "waiting for {holders}, {seconds} s",
    cause: "Names the finalizers that hold the object, and how long the wait has taken.",
  },
  waitingForPlatform: {
    text: "the platform to delete it",
    cause: "Part of the message above, for an object without finalizers.",
  },
  nothingDeleted: {
    text: "{label} is not on the platform at {baseUrl}; nothing was deleted there.",
    cause: "Somebody deleted it, or the address leads to another platform.",
    remedy: "If it is on another platform, it is still there.",
  },
  recreated: {
    text: "{label} was deleted and created again by somebody else; the new object is left alone.",
    cause: "The object under this name is not the one that this stack made.",
  },
  nonDeletable: {
    text: "vCluster Platform refuses to delete {label}: it has the annotation {annotation}.",
    cause: "Somebody protects the object from deletion.",
    remedy: "If the program sets it, remove it there. Otherwise run `{command}`.",
  },
  keptForAnother: {
    text: "{label} stays: the resource {holder} of the program also has it. Only this resource leaves the state.",
    cause: "Two resources have one object, as after a rename without `aliases` and an import. Use `aliases` next time.",
  },
});
