import { settingKey } from "../identity.js";
import { messages } from "./message.js";

/** Messages of an update, and of writes that the platform refuses. */
export const updateMessages = messages({
  conflicts: {
    text: "Cannot update {label}: {fields}.",
    cause:
      "Somebody else changed the same field. [What counts as a conflict](../updates.md#when-somebody-else-changed-the-same-field).",
    remedy: `Run pulumi refresh to take their value as the new base; the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource or as ${settingKey("conflictPolicy")}.`,
  },
  changedField: {
    text: "{field} was changed {writer} from {recorded} to {theirs}, while the program asks for {ours}",
    cause: "Part of the message above.",
  },
  ourselves: {
    text: "that is this provider: perhaps an update of this resource whose answer was lost, or another program that manages the object too",
    cause: "Part of the message above.",
  },
  unknownHere: {
    text: "Cannot {action}: the platform does not know {properties} and would not store it, so nothing was written.",
    cause: "The name is misspelled, or this release of the platform has no such field. The platform would drop it.",
    remedy: "Take it out of the program, or correct its name.",
  },
  restrictionsLost: {
    text: "Cannot {action}: the platform did not store {properties} as declared, so it has more access.",
    cause: "The platform dropped a restriction of a key. A new key was deleted again before its value was returned.",
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
      "The address leads to another platform than before. [A command against the wrong platform](../providers.md#a-command-against-the-wrong-platform).",
    remedy: `Correct ${settingKey("baseUrl")}. If that platform is gone, or this is the same one, the object is lost: pulumi state delete <URN of the resource>.`,
  },
  anotherObject: {
    text: "Cannot {action} {label}: it was deleted and created again by somebody else (uid {theirs}, ours was {ours}).",
    cause: "Another object has the name now. If it must not be touched, choose another name first.",
    remedy: `Run pulumi refresh to take over the new object. If this is another platform than before, check ${settingKey("baseUrl")} instead.`,
  },
  answeredAnother: {
    text: "Cannot tell whether {label} was updated: the platform answered another object (uid {theirs}, ours is {ours}).",
    cause: "Something in between mixes up requests. The state stays as it was.",
    remedy: "Run pulumi refresh, and check any proxy in between.",
  },
  beingDeleted: {
    text: "Cannot update {label}: it is {ending}.",
    cause: "A [finalizer](../deletion.md#finalizers) holds it.",
    remedy: "Wait until it is gone, run pulumi refresh, and the next pulumi up creates it again.",
  },
  alwaysChanging: {
    text: "Cannot update {label}: others changed it between each of {attempts} reads and the write that followed.",
    cause: "A controller writes the object without a pause.",
    remedy: "Try again when it is quieter, or find out who writes it: kubectl get --show-managed-fields.",
  },
  withoutVersion: {
    text: "Cannot update {label}: the platform does not tell its resourceVersion, so the write could undo what others write meanwhile.",
    cause: "Something in between changes answers. Nothing was sent.",
    remedy: `Check that ${settingKey("baseUrl")} leads to the platform itself.`,
  },
  holdsMark: {
    text: "{label} cannot be replaced as a whole: somebody else wrote a marker of Pulumi into it, which would get lost. Nothing was written.",
    cause: "The platform takes no patches, and the object holds a text that Pulumi reads as one of its own marks.",
    remedy: "Take the marker off with the platform's own tools.",
  },
  writtenFromState: {
    text: "{label} was written as a whole, with the last known value of {property}, since the platform hides it.",
    cause: "The platform takes no patches and hides keys.",
    remedy: "If somebody changed it meanwhile, that change is lost.",
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
    text: "the reason is not shown, since it may quote a secret",
    cause: "Part of the messages above, for a secret property.",
  },
  notInPlace: {
    text: "A {type} cannot be updated in place.",
    cause: "Pulumi asked for an update of a resource without one.",
  },
  refusedChange: {
    text: "Cannot update this {type}: {reason}",
    cause: "The reason is one of those below, for a single kind of resource.",
  },
});
