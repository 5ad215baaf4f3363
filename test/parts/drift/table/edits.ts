import { groupPath } from "../../../support/http";
import type { RecordedPlatform } from "../../../support/startRecorded";

type Body = Record<string, unknown>;

export interface LiveObject extends Body {
  metadata: Body & { labels: Record<string, string> };
  spec: Body;
}

/** Another client of the platform that works on one object. */
export interface OtherClient {
  readonly platform: RecordedPlatform;
  readonly name: string;
  live(): Promise<LiveObject>;
  /** Sends a request about the object; anything but success fails the test. */
  send(method: string, type: string, body: unknown, query?: string): Promise<void>;
  /** Creates an object of its kind; anything but success fails the test. */
  create(body: unknown, query: string): Promise<void>;
}

export type Edit = (client: OtherClient) => Promise<void>;

/** A client for the object at a path below the group, such as `spacetemplates/dev`. */
export function clientAt(platform: RecordedPlatform, path: string): OtherClient {
  const request = async (method: string, query: string, init: RequestInit = {}, where = path) => {
    const headers = { authorization: `Bearer ${platform.accessKey}`, ...init.headers };
    const response = await fetch(`${platform.baseUrl}${groupPath}/${where}${query}`, { ...init, method, headers });
    if (!response.ok) throw new Error(`${method} ${where} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    platform,
    name: path.split("/").at(-1) ?? "",
    live: async () => (await (await request("GET", "")).json()) as LiveObject,
    send: async (method, type, body, query = "fieldManager=kubectl-edit") => {
      const init = body === undefined ? {} : { headers: { "content-type": type }, body: JSON.stringify(body) };
      await request(method, `?${query}`, init);
    },
    create: async (body, query) => {
      const init = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      await request("POST", `?${query}`, init, path.slice(0, path.lastIndexOf("/")));
    },
  };
}

export const patched =
  (...operations: { op: "add" | "replace" | "remove" | "move"; path: string; value?: unknown; from?: string }[]) =>
  (client: OtherClient): Promise<void> =>
    client.send("PATCH", "application/json-patch+json", operations);

export const replaced = (path: string, value: unknown): Edit => patched({ op: "replace", path, value });
export const added = (path: string, value: unknown): Edit => patched({ op: "add", path, value });
export const removed = (path: string): Edit => patched({ op: "remove", path });

export const merged =
  (change: object): Edit =>
  (client) =>
    client.send("PATCH", "application/merge-patch+json", change);

export const mergedSpec = (spec: object): Edit => merged({ spec });
export const mergedMetadata = (metadata: object): Edit => merged({ metadata });
export const deleted: Edit = (client) => client.send("DELETE", "", undefined, "");

/** A delete and a create of another object with the same name and content. */
export const recreated: Edit = async (client) => {
  const { metadata, status: _, ...live } = await client.live();
  const { name, labels, annotations, ownerReferences } = metadata;
  await deleted(client);
  const another = { ...live, metadata: { name, labels, annotations, ownerReferences } };
  await client.create(another, "fieldManager=gitops");
};

export const put =
  (change: (live: LiveObject) => LiveObject): Edit =>
  async (client) =>
    client.send("PUT", "application/json", change(await client.live()));

export const inTurn =
  (...edits: Edit[]): Edit =>
  async (client) => {
    for (const edit of edits) await edit(client);
  };

type Action = Parameters<RecordedPlatform["faults"]["add"]>[0]["action"];

/** The next read of the object meets a fault; the one after succeeds. */
export const firstRead =
  (action: Action): Edit =>
  async ({ platform, name }) => {
    platform.faults.add({ method: "GET", name, times: 1, action });
  };

/** The next read of the object gets this response, whatever is stored. */
export const reads =
  (change: (live: LiveObject) => object, headers: Record<string, string> = {}): Edit =>
  async ({ platform, name, live }) => {
    const body = JSON.stringify(change(await live()));
    const action = { status: 200, headers: { "content-type": "application/json", ...headers }, body };
    platform.faults.add({ method: "GET", name, action });
  };
