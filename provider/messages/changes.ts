import { messages } from "./message.js";

const check = "Check that it is meant; pulumi up makes it as the program says.";

/** Phrases of the output `externalChange`. States hold them, so a text must not change. */
export const changeMessages = messages({
  recreated: {
    text: "deleted and created again by somebody else",
    cause: "Another object has the name. The uids of both follow.",
    remedy: check,
  },
  readded: {
    text: "removed and added again by somebody else",
    cause: "The virtual cluster left the project and came back. The uids of both follow.",
    remedy: check,
  },
  terminating: {
    text: "being deleted since",
    cause: "Somebody deleted the object, and [finalizers](../deletion.md#finalizers) hold it.",
    remedy: "Wait until it is gone, then run pulumi up --refresh.",
  },
  rotated: {
    text: "the key was rotated outside",
    cause: "Somebody gave the key another value. The state has the new one.",
    remedy: "Hand it on, or change rotationTriggers.",
  },
  disabled: {
    text: "the key was disabled outside",
    cause: "Perhaps it leaked. [Answer in the program](../access-keys.md#disabled-by-somebody-else).",
    remedy: "Find out why, then set disabled or change rotationTriggers.",
  },
  enabled: {
    text: "the key was enabled again outside",
    cause: "Somebody enabled a key that the program, or somebody else, had disabled.",
    remedy: check,
  },
  relabelled: {
    text: "the owner label names another stack",
    cause: "The object was imported into another stack, or the stack was renamed.",
    remedy: "The next pulumi up writes the label of this stack.",
  },
  unfinished: {
    text: "its create did not come to an end",
    cause: "A create was interrupted, or its answer was lost.",
    remedy: "Run pulumi up again: it looks for the object first.",
  },
});
