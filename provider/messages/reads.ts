import { settingKey } from "../settingNames.js";
import { messages } from "./message.js";
import { twoResources } from "./writes.js";

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
  importsCode: {
    text: "{label} cannot be imported: {problems}",
    cause: "Pulumi would write a part of the object [into the program as code](../import.md#what-becomes-an-input).",
    remedy: "Change the object, then import it.",
  },
  evaluatedKey: { text: "is a key that a Pulumi program evaluates.", cause: "Part of the message above." },
  becomesReference: {
    text: 'holds "$${", which Pulumi writes into a YAML program as a reference.',
    cause: "Part of the message above.",
  },
  becomesCode: {
    text: "has several lines, and three quotes, an escaped quote or a backslash at its end: Pulumi writes code into a Python or Java program.",
    cause: "Part of the message above.",
  },
  holdsMark: { text: "is a marker of Pulumi, so no program can declare it.", cause: "Part of the message above." },
  changesTexts: {
    text: "{label}: a text or key will differ in the program that Pulumi writes: {places}.",
    cause: "Pulumi's generator for that language does not quote the text rightly.",
    remedy: "Run pulumi preview, and correct the program by hand.",
  },
  idIsName: { text: "the id is the object's name, which {problem}", cause: "Part of the message above." },
  notThere: {
    text: "There is no {label} on the platform at {baseUrl}.",
    cause: "There is no such object, or not of this kind.",
    remedy: `Check the type, the id and ${settingKey("baseUrl")}; see which there are: {command}`,
  },
  doesNotExist: {
    text: "resource '{id}' does not exist",
    cause: "The program reads an object with `get` that is not there. The message above says where it was looked for.",
  },
  madeByThisStack: {
    text: `{label} was made by this stack. ${twoResources}`,
    cause:
      "The object has the label of the stack, as after a rename without `aliases` or an interrupted create. After an interrupted create nothing is to be done.",
  },
  noSuchObject: {
    text: "There is no {label} on this platform, or the access key may not see it.",
    cause:
      "A function looks up what is not there. In the first preview of a new stack, [it is not there yet](../languages.md#read-existing-objects).",
    remedy: `Check the name and ${settingKey("baseUrl")}.`,
  },
  badSelector: {
    text: "is refused by the platform. {failure}",
    cause: "The platform does not understand a `labelSelector`. Kubernetes' words are `team=web,env!=test`.",
  },
  noSelector: {
    text: "is no label selector.",
    cause: "The provider applies the selector itself, because the platform does not list access keys.",
    remedy: "Write it as in team=web,env!=test,tier in (a,b).",
  },
  noPrincipal: {
    text: "The platform does not list {type}s, and does not show the user or team of the provider's access key.",
    cause: "The platform shows keys by name, and all keys of one user or team.",
    remedy: "Set user or team.",
  },
  badToken: {
    text: "The continuation token is none of a list of {type}s with this filter.",
    cause: "The token of another list, or of the same list with another filter.",
    remedy: "Begin the list again without it.",
  },
  badArguments: { text: "Cannot look up {name}: {problems}", cause: "The arguments of a function are wrong." },
  notListed: { text: "{type} cannot be listed.", cause: "Pulumi requested a list of a resource without one." },
  noFunction: {
    text: "This provider has no function {name}. It has: {known}.",
    cause: "A misspelled name, or a function of another version of the provider.",
  },
});
