import { groupPath } from "./http";
import type { RecordedPlatform } from "./startRecorded";

/** How many annotations a fast colleague uses in turn, so that the object does not grow without end. */
const slots = 50;

/** A colleague who changes one object again and again. */
export interface FastColleague {
  /** Writes the next number, 1 at first, and waits until it landed. */
  write(): Promise<void>;
  /** How many writes landed. */
  readonly count: number;
}

type Send = (method: string, contentType?: string, body?: object) => Promise<Response>;
type Way = (send: Send, key: string, value: string) => Promise<Response>;

const byMergePatch: Way = (send, key, value) =>
  send("PATCH", "application/merge-patch+json", { metadata: { annotations: { [key]: value } } });

const byJsonPatch: Way = (send, key, value) => {
  const path = `/metadata/annotations/${key.replaceAll("/", "~1")}`;
  return send("PATCH", "application/json-patch+json", [{ op: "add", path, value }]);
};

/** The whole object, with the resourceVersion that was read: 409 when somebody else was faster. */
const byReplacing: Way = async (send, key, value) => {
  const live = (await (await send("GET")).json()) as { metadata: { annotations?: object } };
  const metadata = { ...live.metadata, annotations: { ...live.metadata.annotations, [key]: value } };
  return send("PUT", "application/json", { ...live, metadata });
};

/** How a colleague writes on a server that takes patches, and on one that takes none. */
export const waysToWrite = { patches: [byMergePatch, byJsonPatch, byReplacing], replaces: [byReplacing] };

/** A colleague at the object of this path, who uses each way in turn. */
export function fastColleague(platform: RecordedPlatform, path: string, ways: readonly Way[]): FastColleague {
  let count = 0;
  const send: Send = (method, contentType, body) =>
    fetch(`${platform.baseUrl}${groupPath}/${path}${method === "GET" ? "" : "?fieldManager=colleague"}`, {
      method,
      headers: { authorization: `Bearer ${platform.accessKey}`, ...(contentType && { "content-type": contentType }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    get count() {
      return count;
    },
    async write() {
      const way = ways[count % ways.length] as Way;
      const next = () => way(send, `colleague.test/${count % slots}`, String(count + 1));
      let answer = await next();
      while (answer.status === 409) answer = await next();
      if (!answer.ok) throw new Error(`The colleague's write failed: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      count++;
    },
  };
}
