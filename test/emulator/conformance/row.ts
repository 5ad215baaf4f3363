/** The API group of the platform under test; `<g>` in the rows. */
export const group = "management.loft.sh";
export const apiVersion = `${group}/v1`;

/** One HTTP request; the path is relative to the group's root unless it starts with `//`. */
export interface Request {
  method: string;
  path: string;
  body?: unknown;
  /** Content-Type; JSON for objects and nothing for a text if absent. */
  type?: string;
  headers?: Record<string, string>;
  /** The Authorization header, in place of the bootstrap key; null for none. */
  authorization?: string | null;
}

/** The body of an answer in a loose form, for tests. */
export interface Body {
  metadata: Record<string, string> & { generation: number };
  spec: Record<string, unknown>;
  status: unknown;
  [field: string]: unknown;
}

/** One line of the recorded facts: requests that come before, the request, and what is expected. */
export interface Row {
  fact: string;
  given?: Request[];
  request: Request | ((given: Body[]) => Request);
  status: number;
  reason?: string;
  /** The whole message; `...` stands for any text, `<g>` for the group, `<uid>` for a uid. */
  message?: string;
  causes?: string[];
  match?: object;
  absent?: string[];
  /** Text that the raw answer holds. */
  contains?: string;
  text?: string;
  warning?: string;
  retryAfter?: string;
  sameVersionAs?: number;
}

/** A section of the facts: rows, and by name those that are not built yet. */
export interface Section {
  title: string;
  /** Play a server of Go types. */
  omitEmpty?: boolean;
  rows: Row[];
  todo: string[];
}

const templates = "/spacetemplates";
export const patchType = "application/json-patch+json";
export const mergeType = "application/merge-patch+json";
export const yamlType = "application/yaml";

export const template = (name: string | undefined, spec?: unknown, metadata: object = {}, more: object = {}) => ({
  apiVersion,
  kind: "SpaceTemplate",
  metadata: { ...(name !== undefined && { name }), ...metadata },
  ...(spec !== undefined && { spec }),
  ...more,
});
export const post = (body: unknown, query = "", type?: string): Request => ({
  method: "POST",
  path: `${templates}${query}`,
  body,
  ...(type !== undefined && { type }),
});
export const postYaml = (lines: string): Request => post(lines, "", yamlType);
export const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: "GET", path, headers });
export const put = (name: string, body: unknown, query = ""): Request => ({
  method: "PUT",
  path: `${templates}/${name}${query}`,
  body,
});
export const patch = (name: string, body: unknown, query = "", type = patchType): Request => ({
  method: "PATCH",
  path: `${templates}/${name}${query}`,
  body,
  type,
});
export const merge = (name: string, body: unknown) => patch(name, body, "", mergeType);
export const remove = (name: string, query = "", body?: unknown): Request => ({
  method: "DELETE",
  path: `${templates}/${name}${query}`,
  ...(body !== undefined && { body }),
});
export const postKey = (name: string, spec: unknown): Request => ({
  method: "POST",
  path: "/ownedaccesskeys",
  body: { apiVersion, kind: "OwnedAccessKey", metadata: { name }, spec },
});
export const postKeyText = (name: string, spec: string): Request => ({
  method: "POST",
  path: "/ownedaccesskeys",
  body: `{"apiVersion":"${apiVersion}","kind":"OwnedAccessKey","metadata":{"name":"${name}"},"spec":${spec}}`,
  type: "application/json",
});
/** An object as it was answered, changed. */
export const changed = (body: Body | undefined, spec: object, metadata: object = {}): object => ({
  ...body,
  metadata: { ...body?.metadata, ...metadata },
  spec: { ...body?.spec, ...spec },
});
