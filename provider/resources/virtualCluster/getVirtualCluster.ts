import * as z from "zod";
import { dnsLabel, objectName } from "../../objects/fields/metadataFields.js";
import { publicMetadata } from "../../objects/fields/publicMetadata.js";
import { noSuchObject } from "../../objects/messages/messages.js";
import type { PlatformFunction } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import { findInstance, instancesUnsupported, sourceOfInstance } from "./findInstance.js";
import { notOffered } from "./virtualClusterList.js";

const source = z
  .strictObject({
    cluster: z.string().describe("Name of the connected cluster."),
    namespace: z.string().describe("Namespace on that cluster."),
    name: z.string().describe("Name of the virtual cluster there."),
  })
  .meta({ id: "VirtualClusterSource", description: "Where an imported virtual cluster runs." });

/** Where a virtual cluster is in the platform. */
export const placeInputs = z.strictObject({
  project: dnsLabel.describe("Name of the project."),
  name: objectName.describe("Name of the virtual cluster in the project."),
});

/** Looks up a virtual cluster of a project, imported or not. */
export const getVirtualCluster: PlatformFunction = {
  name: "getVirtualCluster",
  description:
    "Looks up a virtual cluster of a project, whoever brought it there. It is an error when there is none, and on a platform that " +
    "does not offer virtual clusters of projects.",
  inputs: placeInputs,
  outputs: placeInputs.extend({
    namespace: z.string().describe("Namespace of the project that holds it."),
    uid: z.string().describe("Identifier of the object, unique in time and space."),
    resourceVersion: z.string().describe("Opaque version of the stored object."),
    creationTimestamp: z.string().describe("Server time of creation, RFC 3339 in UTC."),
    labels: z.record(z.string(), z.string()).describe("Labels of the object.").optional(),
    annotations: z.record(z.string(), z.string()).describe("Annotations of the object.").optional(),
    displayName: z.string().describe("Name shown in the UI.").optional(),
    description: z.string().describe("Description of the virtual cluster.").optional(),
    source: source.describe("Where it runs; absent where the platform does not show it.").optional(),
    phase: z.string().describe("State of the virtual cluster, such as `Ready`, if the platform shows it.").optional(),
  }),
  async call(context, { project, name }) {
    const found = await findInstance(context, { project: String(project), name: String(name) });
    if (found === instancesUnsupported) throw new ResourceError(notOffered);
    if (!found) throw new ResourceError(noSuchObject(`virtual cluster "${name}" in project "${project}"`));
    const { metadata, spec, status } = found.object;
    const { uid, resourceVersion, creationTimestamp, labels, annotations } = metadata;
    return {
      project,
      name,
      namespace: found.namespace,
      uid,
      resourceVersion,
      creationTimestamp,
      ...publicMetadata({ labels, annotations }),
      displayName: optionalText(spec?.displayName),
      description: optionalText(spec?.description),
      source: sourceOfInstance(found.object),
      phase: optionalText(status?.phase),
    };
  },
};

const optionalText = (value: unknown) => (typeof value === "string" ? value : undefined);
