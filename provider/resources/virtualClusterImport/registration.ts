import type { ApiObject } from "../../api/client.js";
import { ApiError, isDenied, isNotFound } from "../../api/errors/errors.js";
import { quoted } from "../../api/output/redaction.js";
import { InitFailure } from "../../objects/lifecycle/initFailure.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { poll } from "../../objects/lifecycle/retryAndPoll.js";
import { messageOf } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import { isFromAnyStack, isFromThisCreate, isFromThisStack } from "../../objects/ownership.js";
import { projectNamespace } from "../../objects/projectNamespace.js";
import { ResourceError } from "../../objects/resourceError.js";
import {
  connectsItself,
  type Instance,
  instancesIn,
  isExternal,
  serviceUidOf,
} from "../virtualCluster/findInstance.js";
import { isInaccessible, onClusterOf } from "./clusterAccess.js";
import { type Connection, connectionOf, findSecret, secretName, textIn, writeSecret } from "./connectionSecret.js";
import {
  hasDeclaredSource,
  type ImportAttempt,
  type Imported,
  type ImportTarget,
  nameTaken,
  requireSameSource,
  restarts,
} from "./importTarget.js";
import { createInstance } from "./instanceCreation.js";
import { setManaged } from "./management.js";
import { restartPods } from "./podRestart.js";

/** The Service of a virtual cluster, or why its cluster cannot be used. */
type ServiceOrError = ApiObject | ApiError;

/**
 * Adopts an existing virtual cluster of the project. Registers it if it has not connected yet.
 * Throws if its source differs, or if another stack registered it and it has not connected.
 */
export async function registerExisting(
  context: Context,
  attempt: ImportAttempt,
  existing: Instance,
): Promise<Imported<Instance>> {
  const { object } = existing;
  // An unconnected instance may have a source already. Only its Service uid shows a connection.
  const isWaiting = isExternal(object) && serviceUidOf(object) === undefined;
  // After a stack rename, our instance has an outdated label, but the uid in the state.
  const isOurs = isFromThisStack(object, context) || isFromThisCreate(object, attempt);
  const isOfAnotherStack = isFromAnyStack(object) && !isOurs && object.metadata.uid !== attempt.uid;
  // That stack connects it with its own credential.
  if (isWaiting && isOfAnotherStack) throw nameTaken(attempt.target, existing);
  if (isWaiting && hasDeclaredSource(existing, attempt.inputs) !== false) return register(context, attempt, existing);
  const found = requireSameSource(existing, attempt);
  const adopted = { found, isAdopted: true };
  return connectsItself(object) ? finish(context, attempt, adopted) : adopted;
}

/**
 * Creates the instance if it is absent, and connects it (vCluster Platform 4). Every step can be
 * repeated: after a failure, the next call starts at the first step.
 */
export async function register(
  context: Context,
  attempt: ImportAttempt,
  existing?: Instance,
): Promise<Imported<Instance>> {
  const service = await findService(context, attempt.target);
  if (!(service instanceof ApiError)) await refuseConnected(context, attempt.target, { service, existing });
  if (existing) return finish(context, attempt, { found: existing, isAdopted: true, service });
  const created = await createInstance(context, attempt);
  return created.isAnother
    ? registerExisting(context, attempt, created)
    : finish(context, attempt, { found: created, isAdopted: false, service });
}

async function findService(context: Context, { source, label }: ImportTarget): Promise<ServiceOrError> {
  const { cluster, namespace, name } = source;
  try {
    const { client, call } = onClusterOf(context, { source });
    return await client.get(["namespaces", namespace, "services", name], call);
  } catch (error) {
    if (isInaccessible(error)) return error;
    if (!isNotFound(error)) throw error;
    throw new ResourceError(
      `Cannot create ${label}: cluster ${quoted(cluster)} has no Service ${quoted(name)} in namespace ` +
        `${quoted(namespace)}. Check sourceVirtualCluster.`,
      { cause: error },
    );
  }
}

/** Refuses a virtual cluster that is connected as another instance. */
async function refuseConnected(
  context: Context,
  target: ImportTarget,
  { service, existing }: { readonly service: ApiObject; readonly existing: Instance | undefined },
): Promise<void> {
  const { client, call } = context;
  const { uid } = service.metadata;
  const { label } = target;
  try {
    for await (const object of client.list(instancesIn(), {}, call)) {
      const { name, namespace } = object.metadata;
      if (serviceUidOf(object) !== uid || object.metadata.uid === existing?.object.metadata.uid) continue;
      if (await isTarget(context, target, object)) continue;
      const where = `${quoted(String(name))} in namespace ${quoted(String(namespace))}`;
      throw new ResourceError(connectedElsewhere(label, where));
    }
  } catch (error) {
    if (!isDenied(error)) throw error;
    // Without the right to list, the connection Secret shows the connected instance.
    const secret = await findSecret(context, target).catch(ignoreInaccessible);
    if (!secret) return;
    const project = textIn(secret, "project");
    const name = textIn(secret, "name");
    if (project === target.project && name === target.name) return;
    const where = `${quoted(name)} in project ${quoted(project)}`;
    throw new ResourceError(connectedElsewhere(label, where), { cause: error });
  }
}

const connectedElsewhere = (label: string, where: string) =>
  `Cannot create ${label}: the virtual cluster is on the platform already, as ${where}. Nothing was restarted. ` +
  "Declare that project and importName, or remove it there first.";

/**
 * Whether the object has the name and namespace of the instance that the create would write.
 * If so, the create gets a conflict and adopts it.
 */
async function isTarget(context: Context, { name, project }: ImportTarget, { metadata }: ApiObject) {
  return metadata.name === name && metadata.namespace === (await projectNamespace(context, project));
}

function ignoreInaccessible(error: unknown): undefined {
  if (!isInaccessible(error)) throw error;
}

/** An instance in the project, and the Service to connect; absent if it is connected. */
interface Registered {
  readonly found: Instance;
  readonly isAdopted: boolean;
  readonly service?: ServiceOrError;
}

/** Connects the instance if needed, then sets `manage`. A failure is an init failure. */
async function finish(
  context: Context,
  attempt: ImportAttempt,
  { found: registered, isAdopted, service }: Registered,
): Promise<Imported<Instance>> {
  const { target, inputs } = attempt;
  let found = registered;
  let connection: Connection | undefined;
  try {
    // Of a connected instance, only the stack that created it has the output `connection`.
    if (service || isFromThisStack(registered.object, context))
      connection = await readConnection(context, attempt, registered);
    if (service && connection) found = await connect(context, { ...attempt, found, service, connection });
    if (inputs.manage === true) found = await setManaged(context, { target, found }, true);
    return { found, isAdopted, connection };
  } catch (error) {
    const { uid } = registered.object.metadata;
    const state = { ...inputs, uid, namespace: registered.namespace, ...(connection && { connection }) };
    const stored = { id: target.id, inputs, state, isAdopted };
    throw new InitFailure(
      stored,
      [`${target.label} is in the project, but not connected: ${messageOf(error)} Run pulumi up again to continue.`],
      { cause: error },
    );
  }
}

async function readConnection(context: Context, attempt: ImportAttempt, { path }: Instance) {
  // A warning of this response could quote the credential before it is known as a secret.
  const call = { ...context.call, onWarning: undefined };
  const { accessKey } = await context.client.getDocument([...path, "accesskey"], call);
  if (typeof accessKey !== "string" || accessKey === "")
    throw new ResourceError("the platform returned no credential for it.");
  context.call.secrets?.add(accessKey);
  return connectionOf(context, attempt, accessKey);
}

/** An import whose instance must connect. */
interface Connecting extends ImportAttempt {
  readonly found: Instance;
  readonly service: ServiceOrError;
  readonly connection: Connection;
}

/**
 * Writes the Secret and waits for the connection if pods will read it. Otherwise, or if the
 * cluster is inaccessible, it warns.
 */
async function connect(context: Context, connecting: Connecting): Promise<Instance> {
  const { label, source } = connecting.target;
  let isStarting = false;
  try {
    isStarting = await writeSecretAndRestart(context, connecting);
    if (!isStarting)
      context.warn(`${label} is in the project, and its virtual cluster connects when its pods start again.`);
  } catch (error) {
    if (!isInaccessible(error)) throw error;
    const { cluster, namespace } = source;
    context.warn(
      `${label} is in the project, but its virtual cluster is not connected: ${messageOf(error)} Write the ` +
        `output "connection" into the Secret ${secretName} in namespace ${namespace} of cluster ${cluster}, ` +
        "and restart the pods of the virtual cluster. A refresh then updates this resource.",
    );
  }
  return isStarting ? waitUntilConnected(context, connecting) : connecting.found;
}

/**
 * Writes the Secret. Deletes the pods that are older than it, unless `restart` is false.
 * Returns false if `restart` is false or there are no pods.
 */
async function writeSecretAndRestart(
  context: Context,
  { target, inputs, service, connection }: Connecting,
): Promise<boolean> {
  if (service instanceof ApiError) throw service;
  const secret = await writeSecret(context, target, { service, connection });
  return restarts(inputs) && restartPods(context, target, secret);
}

function waitUntilConnected(context: Context, { target, inputs, found, service }: Connecting): Promise<Instance> {
  const attempt = async () => {
    const object = await findObject(context, found.path);
    if (!object || object.metadata.uid !== found.object.metadata.uid) throw new ResourceError("somebody deleted it.");
    const current = { ...found, object };
    const isSameSource = hasDeclaredSource(current, inputs);
    if (isSameSource === false) throw nameTaken(target, current);
    const isConnected = isSameSource && !(service instanceof ApiError) && serviceUidOf(object) === service.metadata.uid;
    const phase = quoted(String(object.status?.phase ?? "unknown"));
    return isConnected ? current : `the virtual cluster to connect (phase ${phase})`;
  };
  return poll(context, { path: found.path, label: target.label, attempt });
}
