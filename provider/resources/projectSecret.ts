import { immutable, local } from "../objects/fields/fieldRules.js";
import { dnsLabel, metadataOutputs } from "../objects/fields/metadataFields.js";
import type { StoredResource } from "../objects/resource.js";
import { productInputs } from "./commonFields.js";
import { checkSecretData, fromSecretSpec, secretData, secretWarnings, toSecretSpec } from "./secretFields.js";

/** Values for the virtual clusters of a project (vCluster Platform 4; not in the specification). */
export const projectSecret: StoredResource = {
  type: "ProjectSecret",
  plural: "projectsecrets",
  scope: "project",
  description: "Values for the virtual clusters and spaces of a project.",
  productOnly: true,
  destroys: "The values of a deleted secret are lost to the virtual clusters and spaces of the project.",
  imports: {
    description: "The id is `<project>/<name>`. The values are never written into a program.",
    name: "registry",
    id: "payments/registry",
  },
  inputs: productInputs.extend({
    project: immutable(local(dnsLabel.describe("The project that the secret is in."))),
    ...secretData,
  }),
  outputs: metadataOutputs,
  check: checkSecretData,
  inputWarnings: secretWarnings,
  toSpec: toSecretSpec,
  fromSpec: fromSecretSpec,
};
