// The objects of every bench, and requests about them without the provider.
import { Pool } from "undici";

/** How many operations the engine runs at once, the same on every machine. */
export const parallelism = 16;

const collection = "/kubernetes/management/apis/management.loft.sh/v1/spacetemplates";
const quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: quota\nspec:\n  hard:\n    pods: '20'\n";

/** A space template of an ordinary size, as the body that creates it. */
export const template = (name: string, description = "An ordinary template") => ({
  apiVersion: "management.loft.sh/v1",
  kind: "SpaceTemplate",
  metadata: { name, labels: { "bench.test/part": "objects" } },
  spec: {
    displayName: name,
    description,
    access: [{ users: ["*"], verbs: ["get"] }],
    template: { metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } }, objects: quota },
  },
});

/** The inputs of a template as a program declares them. */
export function inputsOf(index: number, description?: string) {
  const { metadata, spec } = template(`bench-${String(index).padStart(6, "0")}`, description);
  return { ...metadata, ...spec };
}

/** Address and key of a platform. */
export interface Access {
  baseUrl: string;
  accessKey: string;
}

/** Sends requests about templates; a response is its text, and empty for a 404. */
export function bareClient({ baseUrl, accessKey }: Access, connections: number) {
  const pool = new Pool(baseUrl, { connections });
  const send = async (method: "GET" | "POST" | "PATCH" | "DELETE", below: string, content?: object) => {
    const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
    const headers = { authorization: `Bearer ${accessKey}`, "content-type": type };
    const body = content ? JSON.stringify(content) : null;
    const response = await pool.request({ method, path: collection + below, headers, body });
    const text = await response.body.text();
    if (response.statusCode === 404) return "";
    if (response.statusCode < 300) return text;
    throw new Error(`${response.statusCode} to ${method} ${below}: ${text}`);
  };
  return { send, close: () => pool.close() };
}

/** Does work for the numbers below `count`, several at once. */
export async function forEachIndex(count: number, atOnce: number, work: (index: number) => Promise<unknown>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
