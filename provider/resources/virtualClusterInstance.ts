import * as z from "zod";
import { inputNote } from "../objects/fields/fieldRules.js";
import type { StoredResource } from "../objects/resource.js";
import { instance, instanceInputs, instancePlace, instanceSource, placePart } from "./instanceFields.js";
import { isImported, virtualClusterKey } from "./virtualCluster/findInstance.js";
import { virtualClusterDefinition } from "./virtualClusterTemplate.js";

const virtualClusterPlace = instancePlace
  .extend({ virtualCluster: placePart("Name of the virtual cluster in that namespace.") })
  .meta({ id: "VirtualClusterPlace", description: "Where a virtual cluster runs." });

const optionalBoolean = (description: string) => z.boolean().describe(description).optional();

/** A virtual cluster in a project (vCluster Platform 4; not in the specification). */
export const virtualClusterInstance: StoredResource = {
  ...instance,
  type: "VirtualClusterInstance",
  plural: "virtualclusterinstances",
  description: "A virtual cluster in a project, which the platform creates and deletes.",
  isOfAnotherType: isImported,
  sharedObjectKey: (inputs) => virtualClusterKey(inputs.project, inputs.name),
  destroys: "Deleting a virtual cluster deletes all that runs in it, with its data.",
  imports: { description: "The id is `<project>/<name>`.", name: "dev", id: "payments/dev" },
  inputs: instanceInputs.extend({
    template: instanceSource(virtualClusterDefinition, "The virtual cluster. Set this or `templateRef`."),
    clusterRef: inputNote("A change replaces it.")(virtualClusterPlace.describe("Where it runs.")).optional(),
    external: optionalBoolean("Whether it is deployed elsewhere, so that the platform does not manage it."),
    networkPeer: optionalBoolean("Whether it connects to the platform through a network peer."),
    standalone: optionalBoolean("Whether it runs on its own nodes, not in a connected cluster."),
  }),
};
