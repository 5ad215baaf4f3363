import { messages } from "./message.js";

/** Messages of a delete. */
export const deleteMessages = messages({
  stillThere: {
    text: "Cannot delete {label} in time: it is still being deleted: {waiting}.",
    cause: "A [finalizer](../deletion.md#finalizers) holds the object, longer than the time that the delete has.",
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
  keptForAnother: {
    text: "{label} stays: the resource {holder} of the program also has it. Only this resource leaves the state.",
    cause: "Two resources have one object, as after a rename without `aliases` and an import. Use `aliases` next time.",
  },
});
