import type { ApiObject } from "../../emulator/kinds/metadata";
import type { RecordedPlatform } from "./startRecorded";

/** Path of the API group of the default vendor. */
export const groupPath = "/kubernetes/management/apis/management.loft.sh/v1";

type Init = { method: string; headers?: Record<string, string>; body?: string };

/** A request by somebody else, which leaves no trace in the list of requests. */
async function send(platform: RecordedPlatform, path: string, { headers, ...init }: Init): Promise<void> {
  const response = await fetch(`${platform.baseUrl}${groupPath}/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${platform.accessKey}`, ...headers },
  });
  if (!response.ok) throw new Error(`${init.method} ${path} failed: ${response.status} ${await response.text()}`);
  platform.requests.length = 0;
}

/** A merge patch by a colleague, with kubectl by default, that is not in the list of requests. */
export const editAsColleague = (
  platform: RecordedPlatform,
  path: string,
  change: object,
  manager = "kubectl-edit",
): Promise<void> =>
  send(platform, `${path}?fieldManager=${encodeURIComponent(manager)}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify(change),
  });

/** A create by somebody else, which leaves no trace in the list of requests. */
export const createAsColleague = (platform: RecordedPlatform, plural: string, object: object): Promise<void> =>
  send(platform, plural, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ apiVersion: "management.loft.sh/v1", ...object }),
  });

/** A delete by somebody else, which leaves no trace in the list of requests. */
export const deleteAsColleague = (platform: RecordedPlatform, path: string): Promise<void> =>
  send(platform, path, { method: "DELETE" });

/** Makes a key an hour older, so that one with a short ttl has expired. */
export function backdateKey({ store }: RecordedPlatform, name: string): void {
  const { metadata, ...key } = store.get("ownedaccesskeys", name) as ApiObject;
  const time = new Date(Date.parse(metadata.creationTimestamp) - 3_600_000);
  const creationTimestamp = time.toISOString().replace(".000Z", "Z");
  store.write("ownedaccesskeys", { ...key, metadata: { ...metadata, creationTimestamp } } as ApiObject);
}

/** The status of a request with this key. */
export async function statusWithKey(platform: RecordedPlatform, key: string): Promise<number> {
  const response = await fetch(`${platform.baseUrl}${groupPath}/spacetemplates`, {
    // A connection that lay idle while a command ran may be closed at any moment.
    headers: { authorization: `Bearer ${key}`, connection: "close" },
  });
  return response.status;
}

/** The requests that changed something, as `METHOD path`. `POST selves` stores nothing. */
export function writesOf(platform: RecordedPlatform): string[] {
  const sent = platform.requests.filter(({ method }) => method !== "GET");
  const writes = sent.map(({ method, path }) => `${method} ${path.replace(`${groupPath}/`, "").replace(/\?.*/, "")}`);
  return writes.filter((write) => write !== "POST selves");
}
