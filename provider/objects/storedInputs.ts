import { conflictPolicy, conflictPolicyWords } from "../config/conflictPolicy.js";
import { local } from "./fields.js";
import { metadataInputs } from "./metadata.js";

/** The inputs that every stored object has: its metadata, and how it is updated. */
export const storedInputs = metadataInputs.extend({
  conflictPolicy: local(
    conflictPolicy.describe(`${conflictPolicyWords} The default is the provider's own setting.`),
  ).optional(),
});
