import { quoted } from "../../api/output/redaction.js";
import { dnsLabel } from "../../objects/fields/metadataFields.js";
import { nameProblem } from "../../objects/messages/importId.js";
import { anotherObject, objectLabel } from "../../objects/messages/messages.js";
import { isFromAnyStack } from "../../objects/ownership.js";
import { ResourceError } from "../../objects/resourceError.js";
import { deepEqual, isRecord, type Path, type Properties, semanticEqual } from "../../objects/values.js";
import {
  connectsItself,
  type Instance,
  type InstanceId,
  type instancesUnsupported,
  type Source,
  sourceOfInstance,
} from "../virtualCluster/findInstance.js";

/** The target of an import. Its name is importName or the source's (specification, section 2.3). */
export interface ImportTarget extends InstanceId {
  readonly id: string;
  readonly label: string;
  readonly source: Source;
}

/** An import, new or resumed. */
export interface ImportAttempt {
  readonly target: ImportTarget;
  readonly inputs: Properties;
  readonly isResumed: boolean;
  /** The uid of the virtual cluster that an earlier attempt registered. */
  readonly uid?: unknown;
  /** The nonce of an earlier, ambiguous create of the instance. */
  readonly nonce?: string | undefined;
}

/** The virtual cluster in the project, and whether it existed before the request. */
export interface Imported<Found = Instance | typeof instancesUnsupported> {
  readonly found: Found;
  readonly isAdopted: boolean;
  /** The connection of the virtual cluster, if this stack registered it. */
  readonly connection?: Properties | undefined;
}

/** The target of checked inputs. */
export function targetOf(inputs: Properties): ImportTarget {
  const declared = inputs.sourceVirtualCluster;
  // All members of an unknown source are unknown.
  const members: Properties = isRecord(declared)
    ? declared
    : { cluster: declared, namespace: declared, name: declared };
  const { cluster, namespace, name, importName } = members;
  const source = { cluster: String(cluster), namespace: String(namespace), name: String(name) };
  const project = String(inputs.project);
  const targetName = String(importName ?? name);
  const id = `${project}/${targetName}`;
  return { id, label: importLabel(id), project, name: targetName, source };
}

/** The label of an import in messages. */
export const importLabel = (id: string) => objectLabel("VirtualClusterImport", id);

/** The project and name in an id. `refuse` makes the error for an invalid one. */
export function parseId(id: string, refuse = (reason: string): Error => invalidId(id, reason)): InstanceId {
  const [project = "", name = "", ...rest] = id.split("/");
  if (!project || !name || rest.length > 0) throw refuse(idForm);
  const projectError = nameProblem(project, dnsLabel);
  if (projectError) throw refuse(`the project, before the slash, ${projectError}`);
  const nameError = nameProblem(name);
  if (nameError) throw refuse(`the name of the virtual cluster, behind the slash, ${nameError}`);
  return { project, name };
}

const idForm = 'the id must have the form <project>/<name of the virtual cluster>, such as "web/team"';

/** Error for a create that gets a 404: the project or the source does not exist. */
export const referenceMissing = (label: string, response: string): string =>
  `Cannot create ${label}: something that it names is not on the platform: ${response}. ` +
  "Check project and sourceVirtualCluster.";

const invalidId = (id: string, reason: string) =>
  new ResourceError(
    `The id ${quoted(id)} of a VirtualClusterImport cannot be used: ${reason}. Nothing was sent. Take ` +
      "the resource out of the state with pulumi state delete, and import the virtual cluster.",
  );

/** Whether the virtual cluster has the source of the inputs; undefined while it shows no source. */
export function hasDeclaredSource({ object }: Instance, inputs: Properties): boolean | undefined {
  const actual = sourceOfInstance(object);
  return actual && deepEqual(actual, targetOf(inputs).source);
}

/** Whether the pods restart for a new connection; the default is true. */
export const restarts = ({ restart }: Properties): boolean => restart !== false;

/** Whether two versions of the inputs connect the virtual cluster in the same way. */
export const isSameConnection = (before: Properties, after: Properties): boolean =>
  semanticEqual(before.host, after.host) && restarts(before) === restarts(after);

/** The path in the virtual cluster for a property path of sourceVirtualCluster. */
export function instancePaths([input, part]: Path): Path[] {
  if (input !== "sourceVirtualCluster") return [];
  return [["spec", "clusterRef", ...(part === undefined ? [] : [part === "name" ? "virtualCluster" : part])]];
}

/**
 * Whether a registration made the instance. If the platform has cleared its status, the state shows
 * it, or the owner label: after `pulumi import` the state has no connection.
 */
export const isRegistered = ({ object }: Instance, { connection }: Properties): boolean =>
  connectsItself(object) || isRecord(connection) || isFromAnyStack(object);

/** The virtual cluster if it has the declared source. A new one may show its source later. */
export function requireSameSource(found: Instance, { target, inputs }: ImportAttempt, isNew = false): Instance {
  if (hasDeclaredSource(found, inputs) ?? isNew) return found;
  throw nameTaken(target, found);
}

/** Refuses to update a virtual cluster that took the name of the one with the recorded uid. */
export function refuseRecreated(label: string, { object }: Instance, uid: unknown): void {
  if (uid !== undefined && uid !== object.metadata.uid)
    throw new ResourceError(anotherObject("update", label, { ours: uid, theirs: object.metadata.uid }));
}

/** Error for a virtual cluster from another source with the name of the import. */
export function nameTaken({ label, name }: ImportTarget, found?: Instance): ResourceError {
  const actual = found && sourceOfInstance(found.object);
  const source = actual
    ? `from cluster ${quoted(actual.cluster)}, namespace ${quoted(actual.namespace)}, name ${quoted(actual.name)}`
    : "whose source the platform does not show";
  return new ResourceError(
    `Cannot create ${label}: the project has a virtual cluster "${name}" already, ${source}. Set ` +
      "sourceVirtualCluster.importName to another name, or remove that virtual cluster from the project first.",
  );
}
