import { immutable, local } from "../objects/fields/fieldRules.js";
import { dnsLabel } from "../objects/fields/metadataFields.js";
import type { StoredResource } from "../objects/resource.js";
import { productInputs } from "./commonFields.js";
import { secretData, secretObject } from "./secretFields.js";

/** Values for the virtual clusters of a project (vCluster Platform 4; not in the specification). */
export const projectSecret: StoredResource = {
  ...secretObject,
  type: "ProjectSecret",
  plural: "projectsecrets",
  scope: "project",
  description: "Values for the virtual clusters and spaces of a project.",
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
};
