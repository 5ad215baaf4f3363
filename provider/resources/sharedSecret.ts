import { immutable, local } from "../objects/fields/fieldRules.js";
import { dnsLabel } from "../objects/fields/metadataFields.js";
import type { StoredResource } from "../objects/resource.js";
import { productInputs } from "./commonFields.js";
import { secretData, secretObject } from "./secretFields.js";

/** Values that many projects share (vCluster Platform 4; not in the specification). */
export const sharedSecret: StoredResource = {
  ...secretObject,
  type: "SharedSecret",
  plural: "sharedsecrets",
  scope: "namespace",
  description: "Values that the platform copies to several clusters and projects.",
  destroys: "The values of a deleted secret are lost to the clusters and projects that use it.",
  imports: {
    description: "The id is `<namespace>/<name>`. The values are never written into a program.",
    name: "ghcr",
    id: "vcluster-platform/ghcr",
  },
  inputs: productInputs.extend({
    namespace: immutable(
      local(dnsLabel.describe("The namespace that the platform runs in, such as `vcluster-platform`.")),
    ),
    ...secretData,
  }),
};
