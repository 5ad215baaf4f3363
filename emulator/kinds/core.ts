import { getMember, isObject, type JsonObject } from "../text/json";
import type { Fields } from "./fields";
import type { Kind } from "./kind";

// Nothing here depends on the fields of these.
const fields = () => ({ spec: "raw" }) as const;

const coreKind = (kind: string, namespaced: boolean, status: Fields): Kind => {
  return { kind, plural: `${kind.toLowerCase()}s`, namespaced, fields, status };
};

/** Namespace of Kubernetes. */
export const namespace = coreKind("Namespace", false, { phase: "string" });

/** Service of Kubernetes. */
export const service = coreKind("Service", true, { loadBalancer: "raw" });

/** Pod of Kubernetes. */
export const pod = coreKind("Pod", true, { phase: "string" });

/** Secret of Kubernetes: its text data becomes data when it is stored. */
export const secret: Kind = {
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
  fields: () => ({
    data: { "*": "bytes" },
    stringData: { "*": "string" },
    type: "string",
    immutable: "boolean",
  }),
  complete: ({ stringData, ...rest }) => {
    const data = { ...membersOf(rest.data), ...encoded(membersOf(stringData)) };
    return { ...rest, ...(Object.keys(data).length > 0 && { data }), type: rest.type ?? "Opaque" };
  },
};

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

function encoded(texts: JsonObject): JsonObject {
  const entries = Object.entries(texts).map(([key, text]) => [key, Buffer.from(String(text)).toString("base64")]);
  return Object.fromEntries(entries) as JsonObject;
}

/** Reads a text out of the data of a Secret; empty if it is missing. */
export function secretText({ data }: JsonObject, key: string): string {
  return Buffer.from(String((isObject(data) && getMember(data, key)) || ""), "base64").toString();
}
