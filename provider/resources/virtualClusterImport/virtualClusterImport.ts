import * as z from "zod";
import {
  comparedBy,
  immutable,
  inputNote,
  local,
  oneOf,
  productOnly,
  secretMap,
  stable,
  stableWhile,
} from "../../objects/fields/fieldRules.js";
import {
  dnsLabel,
  externalChangeOf,
  metadataInputs,
  metadataOutputs,
  namePrefix,
  objectName,
} from "../../objects/fields/metadataFields.js";
import type { Recorded } from "../../objects/operation.js";
import type { CustomResource } from "../../objects/resource.js";
import { containsUnknown, type Properties, semanticEqual } from "../../objects/values.js";
import { virtualClusterKey } from "../virtualCluster/findInstance.js";
import { listVirtualClusters, virtualClusterFilter } from "../virtualCluster/virtualClusterList.js";
import { deleteImport } from "./importDeletion.js";
import { createImport, updateImport } from "./importLifecycle.js";
import { isFinished, readImport } from "./importState.js";
import { instancePaths, isSameConnection, targetOf } from "./importTarget.js";

const sourceVirtualCluster = z
  .strictObject({
    cluster: immutable(objectName.describe("Name of the connected cluster on which the virtual cluster runs.")),
    namespace: immutable(dnsLabel.describe("Namespace of the virtual cluster on that cluster.")),
    name: immutable(objectName.describe("Name of the virtual cluster to import.")),
    importName: objectName
      .describe(
        "Name of the resulting virtual cluster in the project. Without it the virtual cluster's own name is used. " +
          "A virtual cluster in the project keeps its name: a change is refused.",
      )
      .optional(),
  })
  .meta({ id: "SourceVirtualCluster", description: "An existing virtual cluster on a connected cluster." });

const deletionPolicy = oneOf(
  "DeletionPolicy",
  "What deleting an import removes. It never deletes the virtual cluster.",
  {
    retain: "Nothing: the virtual cluster stays in the project.",
    delete:
      "On vCluster Platform 4 the instance and the Secret that this resource created are removed from the platform, " +
      "and the virtual cluster keeps running. Elsewhere the virtual cluster stays in the project, with a warning.",
  },
);

const onRequest = inputNote("The request is sent once, so a later change stays in the state.");

const { labels, annotations, finalizers, ownerReferences } = metadataInputs.shape;

const importInputs = z.strictObject({
  project: immutable(
    dnsLabel.describe("Project into which the virtual cluster is imported. A change replaces the import."),
  ),
  sourceVirtualCluster: sourceVirtualCluster.describe(
    "The virtual cluster to import. A change of its cluster, namespace or name replaces the import.",
  ),
  deletionPolicy: local(deletionPolicy.describe("What deleting this resource removes. Default `retain`.")).optional(),
  restart: comparedBy((a, b) => (a ?? true) === (b ?? true))(
    local(
      z.boolean().describe(productOnly("Restart the pods of the virtual cluster, so that it connects. Default true.")),
    ),
  ).optional(),
  host: local(
    z
      .string()
      .min(1)
      .describe(
        productOnly("Address at which the virtual cluster reaches the platform. Default: the provider's `baseUrl`."),
      ),
  ).optional(),
  manage: local(
    z
      .boolean()
      .describe(productOnly("Let the platform manage the virtual cluster once it is connected. Default false.")),
  ).optional(),
  name: onRequest(
    objectName.describe("Name of the request object itself; the virtual cluster's is `importName`."),
  ).optional(),
  generateName: onRequest(namePrefix.describe("Prefix of the request object's name.")).optional(),
  labels: onRequest(labels.describe("Labels of the request object.")),
  annotations: onRequest(annotations.describe("Annotations of the request object.")),
  finalizers: onRequest(finalizers.describe("Finalizers of the request object.")),
  ownerReferences: onRequest(ownerReferences.describe("Owner references of the request object.")),
});

const { uid, resourceVersion, generation, creationTimestamp } = metadataOutputs.shape;

/** Marks an output that stays the same unless inputs of the registration change. */
const whileRegistered = stableWhile(
  (before, after) => isSameConnection(before, after) && semanticEqual(before.manage, after.manage),
);

const ifHidden = "absent where the platform does not show it.";

const importOutputs = metadataOutputs.partial().extend({
  uid: uid.describe(`Identifier of the virtual cluster's object, unique in time and space; ${ifHidden}`).optional(),
  // Other updates in place send nothing, so these two stay the same.
  resourceVersion: whileRegistered(
    resourceVersion.describe(`Opaque version of the virtual cluster's object; ${ifHidden}`),
  ).optional(),
  generation: whileRegistered(
    generation.describe(`Sequence number of the virtual cluster's desired state; ${ifHidden}`),
  ),
  creationTimestamp: creationTimestamp
    .describe(`When the virtual cluster came into the project, RFC 3339 in UTC; ${ifHidden}`)
    .optional(),
  externalChange: externalChangeOf("removed and added again, being deleted"),
  connection: stableWhile((before, after) => before.host === after.host)(
    secretMap("accessKey")(
      z
        .record(z.string(), z.string())
        .describe(
          productOnly(
            "What the virtual cluster connects with: the content of the Secret `vcluster-platform-api-key` in its namespace. " +
              "Absent if another client registered the virtual cluster.",
          ),
        ),
    ),
  ).optional(),
  virtualCluster: stable(z.string().describe("Name of the resulting virtual cluster in the project.")),
  namespace: stable(z.string().describe(`Namespace of the resulting virtual cluster; ${ifHidden}`)).optional(),
});

/** Why another name is refused: a project may not have one virtual cluster under two names. */
function renameRefusal(recorded: Recorded, inputs: Properties): string | undefined {
  const { name: old } = targetOf(recorded.inputs);
  if (old === targetOf(inputs).name || containsUnknown(inputs.sourceVirtualCluster)) return undefined;
  return isFinished(recorded)
    ? `its virtual cluster keeps the name "${old}" in the project. Set sourceVirtualCluster.importName to "${old}". ` +
        "To import it under another name, take this resource out of the program, run pulumi up, and declare it again."
    : `its create did not come to an end, and its virtual cluster may be in the project as "${old}". ` +
        "Run pulumi refresh. If the virtual cluster is not in the project, the next pulumi up imports it under the " +
        `new name; otherwise set sourceVirtualCluster.importName to "${old}".`;
}

/** Brings an existing virtual cluster into a project (specification, sections 2.3 and 4.2). */
export const virtualClusterImport: CustomResource = {
  type: "VirtualClusterImport",
  description:
    "Brings an existing virtual cluster, which runs on a connected cluster, into a project. A change of the project or of " +
    "the virtual cluster imports anew. Deleting the resource never deletes the virtual cluster.",
  imports: {
    description:
      "The id is `<project>/<virtual cluster>`, with the name that the virtual cluster has in the project. One that is in a project " +
      "already is taken into the stack as it is, whoever brought it there.",
    name: "legacy",
    id: "web/legacy",
  },
  inputs: importInputs,
  outputs: importOutputs,
  updateRefusal: renameRefusal,
  id: (inputs) => targetOf(inputs).id,
  sharedObjectKey: (inputs) => virtualClusterKey(targetOf(inputs).project, targetOf(inputs).name),
  create: createImport,
  read: readImport,
  update: updateImport,
  delete: deleteImport,
  objectPaths: instancePaths,
  filter: virtualClusterFilter,
  list: listVirtualClusters,
};
