import { inputNote } from "../objects/fields/fieldRules.js";
import type { StoredResource } from "../objects/resource.js";
import { productClusterAccess } from "./commonFields.js";
import { instance, instanceInputs, instancePlace, instanceSource } from "./instanceFields.js";
import { spaceDefinition } from "./spaceTemplate.js";

const spacePlace = instancePlace.meta({ id: "SpacePlace", description: "Where a space is." });

const template = spaceDefinition
  .extend({ access: productClusterAccess.describe("Who gets which cluster role in the space.").optional() })
  // extend() drops the id of the type. Only the validation differs, so both share one type.
  .meta({ ...spaceDefinition.meta() });

/** A space in a project (vCluster Platform 4; not in the specification). */
export const spaceInstance: StoredResource = {
  ...instance,
  type: "SpaceInstance",
  plural: "spaceinstances",
  description: "A space in a project: a namespace on a connected cluster.",
  destroys: "Deleting a space deletes all that is in its namespace.",
  imports: { description: "The id is `<project>/<name>`.", name: "ci", id: "payments/ci" },
  inputs: instanceInputs.extend({
    template: instanceSource(template, "What the space gets. Set this or `templateRef`."),
    clusterRef: inputNote("A change replaces it.")(spacePlace.describe("Where it is.")).optional(),
  }),
};
