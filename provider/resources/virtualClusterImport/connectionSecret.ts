import type { ApiObject } from "../../api/client.js";
import { isAlreadyExists, isAmbiguous, isInternalError } from "../../api/errors/errors.js";
import { deleteFound } from "../../objects/lifecycle/deletion.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { retryConflict } from "../../objects/lifecycle/retryAndPoll.js";
import { messageOf, objectLabel } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import { creationMarkers, isFromAnyStack, isFromThisStack, withCreationMarkers } from "../../objects/ownership.js";
import { ResourceError } from "../../objects/resourceError.js";
import { isRecord, mapValues, type Properties } from "../../objects/values.js";
import { toBase64 } from "../../objects/wire/byteFields.js";
import { isInaccessible, onClusterOf } from "./clusterAccess.js";
import { patchGuarded } from "./guardedChange.js";
import type { ImportAttempt, ImportTarget } from "./importTarget.js";

/** Name of the Secret with which a virtual cluster connects to the platform. */
export const secretName = "vcluster-platform-api-key";

/** The content of that Secret. */
export type Connection = Readonly<Record<string, string>>;

/** The connection of a virtual cluster with this credential. */
export function connectionOf({ config }: Context, { target, inputs }: ImportAttempt, accessKey: string): Connection {
  const { project, name } = target;
  const { host = config.baseUrl } = inputs;
  return {
    accessKey,
    host: String(host).replace(/^https?:\/\//, ""),
    project,
    name,
    insecure: String(config.insecureSkipTlsVerify),
    certificateAuthorityData: config.certificateAuthority ?? "",
  };
}

const secretPath = ({ source }: ImportTarget) => ["namespaces", source.namespace, "secrets", secretName];

/** The context for requests about the Secret. Messages mask each credential that is read. */
function onSecretOf(context: Context, target: ImportTarget): Context {
  const { call, ...onCluster } = onClusterOf(context, target);
  const onObject = (object: ApiObject) => {
    call.onObject?.(object);
    call.secrets?.add(textIn(object, "accessKey"));
  };
  return { ...onCluster, call: { ...call, onObject } };
}

/** The Secret of the virtual cluster, if there is one. */
export const findSecret = (context: Context, target: ImportTarget): Promise<ApiObject | undefined> =>
  findObject(onSecretOf(context, target), secretPath(target));

/** A text in the data of a Secret; empty if it is absent. */
export const textIn = ({ data }: ApiObject, key: string): string =>
  Buffer.from(String((isRecord(data) && data[key]) || ""), "base64").toString();

/** Writes the Secret, owned by the Service. One with the same content stays as it is. */
export async function writeSecret(
  context: Context,
  target: ImportTarget,
  { service, connection }: { readonly service: ApiObject; readonly connection: Connection },
): Promise<ApiObject> {
  const onCluster = onSecretOf(context, target);
  const path = secretPath(target);
  const data = mapValues(connection, (text) => toBase64(String(text)));
  const isDone = (secret: ApiObject) => Object.keys(data).every((key) => textIn(secret, key) === connection[key]);
  const apply = (secret: ApiObject) => {
    refuseOtherConnection(context, target, { secret, connection });
    return { ...secret, data: { ...(isRecord(secret.data) && secret.data), ...data } };
  };
  const create = () => onCluster.client.create(path.slice(0, -1), newSecret(context, service, data), context.call);
  return retryConflict(onCluster, {
    read: async (failure) => {
      const object = await findSecret(context, target);
      // A 500 that stored nothing is permanent.
      if (!object && isInternalError(failure)) throw failure;
      return object;
    },
    write: (object) => (object ? patchGuarded(onCluster, { path, object }, { isDone, apply }) : create()),
    // The next attempt compares the content of the Secret that it finds, and ignores its nonce.
    mayRetry: (failure) => failure.method === "POST" && (isAmbiguous(failure) || isAlreadyExists(failure)),
  });
}

/** Refuses to overwrite a Secret that connects another virtual cluster, or this one elsewhere. */
function refuseOtherConnection(
  context: Context,
  { label, source: { cluster, namespace } }: ImportTarget,
  { secret, connection }: { readonly secret: ApiObject; readonly connection: Connection },
): void {
  const differs = (key: string) => textIn(secret, key) !== connection[key];
  const isOther = differs("project") || differs("name") || (differs("host") && !isFromThisStack(secret, context));
  // A Secret with this credential belongs to this instance.
  if (textIn(secret, "accessKey") === "" || !isOther || !differs("accessKey")) return;
  throw new ResourceError(
    `${label}: the Secret ${secretName} in namespace ${namespace} of cluster ${cluster} connects another ` +
      "virtual cluster, or this one to another host. It was not changed. If nobody needs it, delete it and " +
      "run pulumi up again.",
  );
}

/** The Secret to create, owned by the Service, with data in base64. */
function newSecret(context: Context, { metadata }: ApiObject, data: Properties): ApiObject {
  const owner = { apiVersion: "v1", kind: "Service", name: metadata.name, uid: metadata.uid };
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: secretName, ownerReferences: [owner] }, data };
  return withCreationMarkers(secret, creationMarkers(context));
}

/** Deletes the Secret if a stack created it and it still has this credential. */
export async function deleteSecret(context: Context, target: ImportTarget, { accessKey }: Properties): Promise<void> {
  const find = async () => {
    const object = await findSecret(context, target);
    if (!object || !isFromAnyStack(object) || textIn(object, "accessKey") !== accessKey) return undefined;
    return { object, path: secretPath(target) };
  };
  try {
    await deleteFound(onSecretOf(context, target), objectLabel("Secret", secretName), find);
  } catch (error) {
    if (!isInaccessible(error)) throw error;
    const { namespace, cluster } = target.source;
    context.warn(
      `${target.label}: the Secret ${secretName} in namespace ${namespace} of cluster ${cluster} may stay: ` +
        `${messageOf(error)}`,
    );
  }
}
