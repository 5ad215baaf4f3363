import { groupPath } from "../../../support/http";
import type { RecordedPlatform } from "../../../support/startRecorded";
import type { Happening } from "./driftRow";

/** The body of an object or of a patch. */
export type Body = Record<string, unknown>;

/** Somebody else who works on one object of the platform. */
export interface Colleague {
  readonly platform: RecordedPlatform;
  readonly plural: string;
  readonly name: string;
  /** The object as the platform shows it. */
  live(): Promise<LiveObject>;
  /** Sends a request about the object; anything but success fails the test. */
  send(method: string, type: string, body: unknown, query?: string): Promise<void>;
}

/** An object that others read. */
export interface LiveObject extends Body {
  metadata: Body & { labels: Record<string, string> };
  spec: Body;
}

/** A colleague who works on the object at a path below the group, such as `spacetemplates/dev`. */
export function colleagueAt(platform: RecordedPlatform, path: string): Colleague {
  const [plural = "", name = ""] = path.split("/").slice(-2);
  const request = async (method: string, query: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${platform.accessKey}`, ...init.headers };
    const response = await fetch(`${platform.baseUrl}${groupPath}/${path}${query}`, { ...init, method, headers });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    platform,
    plural,
    name,
    live: async () => (await (await request("GET", "")).json()) as LiveObject,
    send: async (method, type, body, query = "fieldManager=kubectl-edit") => {
      const init = body === undefined ? {} : { headers: { "content-type": type }, body: JSON.stringify(body) };
      await request(method, `?${query}`, init);
    },
  };
}

/** One operation of a JSON Patch. */
interface Operation {
  readonly op: "add" | "replace" | "remove" | "move";
  readonly path: string;
  readonly value?: unknown;
  readonly from?: string;
}

/** A JSON Patch by a colleague. */
export const patched =
  (...operations: Operation[]): Happening =>
  (colleague) =>
    colleague.send("PATCH", "application/json-patch+json", operations);

/** One value in the place of another. The path is a JSON Pointer into the object. */
export const replaced = (path: string, value: unknown): Happening => patched({ op: "replace", path, value });

/** One more value. */
export const added = (path: string, value: unknown): Happening => patched({ op: "add", path, value });

/** A value less. */
export const removed = (path: string): Happening => patched({ op: "remove", path });

/** A merge patch by a colleague. */
export const merged =
  (change: object): Happening =>
  (colleague) =>
    colleague.send("PATCH", "application/merge-patch+json", change);

/** The object is gone. */
export const deleted: Happening = (colleague) => colleague.send("DELETE", "", undefined, "");

/** The object is gone, and another one of its name, which holds the same, is there. */
export const recreated: Happening = async (colleague) => {
  const { metadata, status: _, ...live } = await colleague.live();
  const { name, labels, annotations, ownerReferences } = metadata;
  await deleted(colleague);
  const another = { ...live, metadata: { name, labels, annotations, ownerReferences } };
  await colleague.send("PATCH", "application/apply-patch+yaml", another, "fieldManager=gitops");
};

/** The whole object is put, changed as the function says. */
export const put =
  (change: (live: LiveObject) => LiveObject): Happening =>
  async (colleague) =>
    colleague.send("PUT", "application/json", change(await colleague.live()));

/** Several things happen, one after the other. */
export const oneByOne =
  (...happenings: Happening[]): Happening =>
  async (colleague) => {
    for (const happening of happenings) await happening(colleague);
  };
