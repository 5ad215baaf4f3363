import { settingKey } from "../identity.js";
import { twoResources } from "./creates.js";
import { messages } from "./message.js";

/** Messages of a refresh, an import and a lookup. */
export const readMessages = messages({
  deletedOutside: {
    text: "{label} is not on the platform any more: somebody deleted it.",
    cause: "The object is gone. To leave it so, take it out of the program.",
    remedy: "The next pulumi up creates it again.",
  },
  cannotImport: {
    text: "Cannot import {label}: {reason}.",
    cause: "The id has another form, or the platform does not show what the import needs.",
    remedy: "See which there are: {command}",
  },
  idIsName: { text: "the id is the object's name, which {problem}", cause: "Part of the message above." },
  notThere: {
    text: "There is no {label} on the platform at {baseUrl}.",
    cause: "There is no such object, or not of this kind.",
    remedy: `Check the type, the id and ${settingKey("baseUrl")}; see which there are: {command}`,
  },
  madeByThisStack: {
    text: `{label} was made by this stack. ${twoResources}`,
    cause:
      "The object has the label of the stack, as after a rename without `aliases` or an interrupted create. After an interrupted create nothing is to be done.",
  },
  unknownInLists: {
    text: "{label} has fields in lists that this provider does not know: {fields}. A change of such a list by the program removes them.",
    cause: "Lists are written whole. Leave the list as it is, or do without the field.",
  },
  noSuchObject: {
    text: "There is no {label} on this platform, or the access key may not see it.",
    cause:
      "A function looks up what is not there. In the first preview of a new stack, [it is not there yet](../lookups.md#on-the-plugin-in-any-language).",
    remedy: `Check the name and ${settingKey("baseUrl")}.`,
  },
  badSelector: {
    text: "is refused by the platform. {failure}",
    cause: "The platform does not understand a `labelSelector`. Kubernetes' words are `team=web,env!=test`.",
  },
  badToken: {
    text: "The continuation token is none of a list of {type}s with this filter.",
    cause: "The token of another list, or of the same list with another filter.",
    remedy: "Begin the list again without it.",
  },
  badArguments: { text: "Cannot look up {name}: {problems}", cause: "The arguments of a function are wrong." },
  notListed: { text: "{type} cannot be listed.", cause: "Pulumi asked for a list of a resource without one." },
  noFunction: {
    text: "This provider has no function {name}. It has: {known}.",
    cause: "A misspelled name, or a function of another version of the provider.",
  },
});
