import { npmName } from "../identity.js";
import { messages } from "./message.js";

const versions =
  "The program asks for a type that this version does not have. Correct it, or bring program and plugin to one version.";

/** Messages about what Pulumi asks of the provider. */
export const protocolMessages = messages({
  noType: { text: "This provider has no resource type {type}. It has: {known}.", cause: versions },
  noTypeHere: { text: `This version of ${npmName} has no resource type {type}.`, cause: versions },
  incompleteUpdate: {
    text: "The engine sent an incomplete update.",
    cause: "The version of Pulumi and this provider do not fit. [Compatibility](../compatibility.md).",
  },
  cannotStart: {
    text: "{plugin} cannot start: {failure}",
    cause: "A package is missing or broken. Install the plugin again.",
  },
});
