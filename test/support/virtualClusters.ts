import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningPlatform } from "../../emulator/platform";

/** A platform of the product's API, whose virtual clusters connect and get ready soon. */
export const productPlatform = { api: 4, connectMs: 20, readyMs: 20 } as const;

/** The same without pauses, since the provider asks again only every half second. */
export const quickPlatform = { ...productPlatform, connectMs: 0, readyMs: 0 };

/** The connected cluster of the platform. */
export const clusterName = "loft-cluster";

/** The namespace of a virtual cluster. */
export const namespaceOf = (name: string) => `vc-${name}`;

/** Stores the objects of a virtual cluster that runs on the connected cluster. */
export async function addVirtualCluster(
  platform: RunningPlatform,
  name: string,
  { hasPods = true } = {},
): Promise<void> {
  const labels = { app: "vcluster", release: name };
  const namespace = namespaceOf(name);
  writeOnCluster(platform, "namespaces", "Namespace", { name: namespace });
  writeOnCluster(platform, "services", "Service", { name, namespace, labels });
  if (hasPods) writeOnCluster(platform, "pods", "Pod", { name: `${name}-0`, namespace, labels });
  // The pod has looked for the Secret, so that only a restart connects it.
  await sleep(2 * productPlatform.connectMs);
}

function writeOnCluster(platform: RunningPlatform, plural: string, kind: string, metadata: object): void {
  const created = { creationTimestamp: "2026-01-01T00:00:00Z", uid: randomUUID() };
  const object = { apiVersion: "v1", kind, metadata: { ...metadata, ...created, generation: 1 }, spec: {}, status: {} };
  clusterStore(platform).write(plural, object as never);
}

const clusterStore = ({ stores }: RunningPlatform) =>
  stores.get(clusterName) as NonNullable<ReturnType<typeof stores.get>>;

/** An object of the connected cluster, as plain JSON. */
export function onCluster(platform: RunningPlatform, plural: string, name: string, namespace = "") {
  const object = clusterStore(platform).get(plural, name, namespace);
  return object === undefined ? undefined : JSON.parse(JSON.stringify(object));
}

/** The content of the Secret of a virtual cluster; undefined without one. */
export function secretOf(platform: RunningPlatform, name: string): Record<string, string> | undefined {
  const secret = onCluster(platform, "secrets", "vcluster-platform-api-key", namespaceOf(name));
  if (!secret) return undefined;
  const texts = Object.entries<string>(secret.data).map(([key, text]) => [key, Buffer.from(text, "base64").toString()]);
  return Object.fromEntries(texts);
}

/** The uid of the pod of a virtual cluster, which a restart changes. */
export const podOf = (platform: RunningPlatform, name: string): string | undefined =>
  onCluster(platform, "pods", `${name}-0`, namespaceOf(name))?.metadata.uid;

/** Inputs of the import of a virtual cluster. */
export const registrationInputs = (name: string, more: object = {}) => ({
  project: "web",
  sourceVirtualCluster: { cluster: clusterName, namespace: namespaceOf(name), name },
  ...more,
});
