import { npmName } from "../packageNames.js";
import { messages } from "./message.js";

/** Notes of a preview. */
export const previewMessages = messages({
  changeIgnored: {
    text: "Nothing is done about this, because it is ignored: {change}.",
    cause: "Somebody disabled the key, and `ignoreChanges` covers `externalChange`.",
  },
});

const versions =
  "The program has a type that this version does not have. Correct it, or bring program and plugin to one version.";

/** Messages about requests of Pulumi. */
export const protocolMessages = messages({
  noType: { text: "This provider has no resource type {type}. It has: {known}.", cause: versions },
  noTypeHere: { text: `The installed ${npmName} package has no resource type {type}.`, cause: versions },
  incomplete: {
    text: "The engine sent a request without {field}, so nothing was done.",
    cause: "The version of Pulumi and this provider do not fit. [Compatibility](../compatibility.md).",
    remedy: "Update Pulumi.",
  },
  cannotStart: {
    text: "{plugin} cannot start: {failure}",
    cause: "A package is missing or broken. Install the plugin again.",
  },
});
