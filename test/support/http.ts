import type { RecordedPlatform } from "./startRecorded";

/** Path of the API group of the default vendor. */
export const groupPath = "/kubernetes/management/apis/management.loft.sh/v1";

/** A merge patch by a colleague with kubectl, which leaves no trace in the list of requests. */
export async function editAsColleague(platform: RecordedPlatform, path: string, change: object): Promise<void> {
  const response = await fetch(`${platform.baseUrl}${groupPath}/${path}?fieldManager=kubectl-edit`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${platform.accessKey}`, "content-type": "application/merge-patch+json" },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`The edit of ${path} failed: ${response.status} ${await response.text()}`);
  platform.requests.length = 0;
}

/** A create by somebody else, which leaves no trace in the list of requests. */
export async function createAsColleague(platform: RecordedPlatform, plural: string, object: object): Promise<void> {
  const response = await fetch(`${platform.baseUrl}${groupPath}/${plural}`, {
    method: "POST",
    headers: { authorization: `Bearer ${platform.accessKey}`, "content-type": "application/json" },
    body: JSON.stringify({ apiVersion: "management.loft.sh/v1", ...object }),
  });
  if (!response.ok) throw new Error(`The create of ${plural} failed: ${response.status} ${await response.text()}`);
  platform.requests.length = 0;
}

/** A delete by somebody else, which leaves no trace in the list of requests. */
export async function deleteAsColleague(platform: RecordedPlatform, path: string): Promise<void> {
  const response = await fetch(`${platform.baseUrl}${groupPath}/${path}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${platform.accessKey}` },
  });
  if (!response.ok) throw new Error(`The delete of ${path} failed: ${response.status}`);
  platform.requests.length = 0;
}

/** The status of a request with this key. */
export async function statusWithKey(platform: RecordedPlatform, key: string): Promise<number> {
  const response = await fetch(`${platform.baseUrl}${groupPath}/spacetemplates`, {
    // A connection that lay idle while a command ran may be closed at any moment.
    headers: { authorization: `Bearer ${key}`, connection: "close" },
  });
  return response.status;
}

/** The requests that changed something, as `METHOD path`. */
export function writesOf(platform: RecordedPlatform): string[] {
  const writes = platform.requests.filter(({ method }) => method !== "GET");
  return writes.map(({ method, path }) => `${method} ${path.replace(`${groupPath}/`, "").replace(/\?.*/, "")}`);
}
