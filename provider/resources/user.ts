import * as z from "zod";
import { metadataOutputs } from "../objects/fields/metadataFields.js";
import { deleteStored, updateStored } from "../objects/lifecycle/stored.js";
import type { StoredResource } from "../objects/resource.js";
import {
  allowSelfLockout,
  builtIn,
  imagePullSecrets,
  nameList,
  productInputs,
  secretReference,
  text,
  texts,
} from "./commonFields.js";
import { refuseLockout } from "./selfLockout.js";

/** A person or a machine account (vCluster Platform 4; not in the specification). */
export const user: StoredResource = {
  type: "User",
  plural: "users",
  description: "A person, or an account for machines. The provider does not set its password.",
  productOnly: true,
  isBuiltIn: builtIn("admin"),
  destroys: "What a deleted user owns stays, without an owner.",
  imports: { description: "The id is the name of the user's object.", name: "mia", id: "mia" },
  inputs: productInputs.extend({
    username: text("Unique name to log in with."),
    email: text("E-mail address, unique on the platform."),
    subject: text("Subject by which the single sign-on identifies the user."),
    icon: text("Picture of the user, as a URL or in base64."),
    groups: texts("Groups of the user."),
    ssoGroups: texts("Groups that the single sign-on reported at the last login."),
    clusterRoles: nameList("Cluster roles that the user gets on the platform.").optional(),
    disabled: z.boolean().describe("Whether logins and access keys of the user are refused.").optional(),
    tokenGeneration: z
      .int()
      .describe("A higher number ends all tokens of the user that were issued before.")
      .optional(),
    extraClaims: z.record(z.string(), z.string()).describe("Further claims in the tokens of the user.").optional(),
    passwordRef: secretReference.describe("The Secret with the hash of the password.").optional(),
    codesRef: secretReference.describe("The Secret with the codes for logins.").optional(),
    imagePullSecrets,
    allowSelfLockout,
  }),
  outputs: metadataOutputs,

  async update(operation) {
    const { inputs, recorded } = operation;
    if (inputs.disabled === true && recorded.inputs.disabled !== true) await refuseLockout(operation, "disable");
    return updateStored(operation);
  },

  async delete(operation) {
    await refuseLockout(operation, "delete");
    await deleteStored(operation);
  },
};
