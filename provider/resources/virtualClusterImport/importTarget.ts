import { quoted } from "../../api/output/escape.js";
import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { dnsLabel } from "../../objects/fields/metadataFields.js";
import { nameProblem } from "../../objects/messages/importId.js";
import { objectLabel } from "../../objects/messages/messages.js";
import { ResourceError } from "../../objects/operation.js";
import { equalValue, isRecord, type Path, type Properties } from "../../objects/values.js";
import { type Instance, type Place, type Source, sourceOfInstance } from "../virtualCluster/virtualClusterInstance.js";

/** What an import asks for. The name is importName or the source's (specification, section 2.3). */
export interface ImportTarget extends Place {
  readonly id: string;
  readonly label: string;
  readonly source: Source;
}

/** The target that checked inputs name. */
export function targetOf(inputs: Properties): ImportTarget {
  const declared = inputs.sourceVirtualCluster;
  // Of a source that is not known yet, no member is.
  const members: Properties = isRecord(declared)
    ? declared
    : { cluster: declared, namespace: declared, name: declared };
  const { cluster, namespace, name, importName } = members;
  const source = { cluster: String(cluster), namespace: String(namespace), name: String(name) };
  const [project, target] = [String(inputs.project), String(importName ?? name)];
  const id = `${project}/${target}`;
  return { id, label: labelOf(id), project, name: target, source };
}

/** An import as messages name it. */
export const labelOf = (id: string) => objectLabel("VirtualClusterImport", id);

/** The place that an id names. Throws what `refuse` makes of the reason why it names none. */
export function placeOf(id: string, refuse = (reason: string): Error => badId(id, reason)): Place {
  const { idForm, idProject, idName } = virtualClusterMessages;
  const [project = "", name = "", ...rest] = id.split("/");
  if (!project || !name || rest.length > 0) throw refuse(message(idForm));
  const [aboutProject, aboutName] = [nameProblem(project, dnsLabel), nameProblem(name)];
  if (aboutProject) throw refuse(message(idProject, { problem: aboutProject }));
  if (aboutName) throw refuse(message(idName, { problem: aboutName }));
  return { project, name };
}

const badId = (id: string, reason: string) =>
  new ResourceError(message(virtualClusterMessages.badId, { id: quoted(id), reason }));

/** Whether the virtual cluster has the source of the inputs; undefined while it shows no source. */
export function isOurs({ object }: Instance, inputs: Properties): boolean | undefined {
  const actual = sourceOfInstance(object);
  return actual && equalValue(actual, targetOf(inputs).source);
}

/** The path in the virtual cluster for a property path of sourceVirtualCluster. */
export function instancePaths([input, part]: Path): Path[] {
  if (input !== "sourceVirtualCluster") return [];
  return [["spec", "clusterRef", ...(part === undefined ? [] : [part === "name" ? "virtualCluster" : part])]];
}
