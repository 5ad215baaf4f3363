import { metadataOutputs } from "../objects/fields/metadataFields.js";
import { deleteStored } from "../objects/lifecycle/stored.js";
import type { StoredResource } from "../objects/resource.js";
import { allowSelfLockout, builtIn, imagePullSecrets, nameList, productInputs, text, texts } from "./commonFields.js";
import { refuseLockout } from "./selfLockout.js";

/** Users who share access (vCluster Platform 4; not in the specification). */
export const team: StoredResource = {
  type: "Team",
  plural: "teams",
  description: "Users who share access to projects, templates and virtual clusters.",
  productOnly: true,
  isBuiltIn: builtIn(),
  destroys: "What a deleted team owns stays, without an owner.",
  imports: { description: "The id is the name of the team.", name: "payments", id: "payments-devs" },
  inputs: productInputs.extend({
    username: text("Unique name of the team, by which it is found."),
    users: texts("Names of the users in the team."),
    groups: texts("Groups of the single sign-on whose members are in the team."),
    clusterRoles: nameList("Cluster roles that the members get on the platform.").optional(),
    imagePullSecrets,
    allowSelfLockout,
  }),
  outputs: metadataOutputs,

  async delete(operation) {
    await refuseLockout(operation, "delete");
    await deleteStored(operation);
  },
};
