import { npmName } from "../packageNames.js";
import { settingKey } from "../settingNames.js";
import { messages } from "./message.js";

/** Messages of server-side dry runs, and notes of a preview. */
export const previewMessages = messages({
  notChecked: {
    text: `The preview was not checked by the platform, though ${settingKey("serverSideDryRun")} is set: {problem}`,
    cause:
      "Nobody knows whether the platform reads `dryRun`. Give the key the right to delete, or do without; [previews](../how-it-works.md#previews).",
    remedy: "What the platform refuses shows in pulumi up only.",
  },
  notAsked: {
    text: "the check whether it supports dryRun failed: {failure}",
    cause: "Part of the message above: the key may not delete.",
  },
  dryRunIgnored: {
    text: "it does not support dryRun, so a dry run would be the change itself.",
    cause: "Part of the message above: the platform ignores `dryRun`.",
  },
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
  incompleteUpdate: {
    text: "The engine sent an incomplete update.",
    cause: "The version of Pulumi and this provider do not fit. [Compatibility](../compatibility.md).",
  },
  cannotStart: {
    text: "{plugin} cannot start: {failure}",
    cause: "A package is missing or broken. Install the plugin again.",
  },
});
