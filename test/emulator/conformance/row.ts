/** The API group of the platform under test; `<g>` in the rows. */
export const group = "management.loft.sh";
/** The apiVersion of every object of the group. */
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
  /** Sent with the key of a user who may only read, or only read and create. */
  as?: "viewer" | "author";
}

/** The body of a response in a loose form, for tests. */
export interface Body {
  metadata: Record<string, string> & { generation: number };
  spec: Record<string, unknown>;
  status: unknown;
  [field: string]: unknown;
}

/** The Content-Type of a JSON patch. */
export const patchType = "application/json-patch+json";
/** The Content-Type of a merge patch. */
export const mergeType = "application/merge-patch+json";
/** The Content-Type of YAML. */
export const yamlType = "application/yaml";

/** A SpaceTemplate to send. */
export const template = (name: string | undefined, spec?: unknown, metadata: object = {}, more: object = {}) => ({
  apiVersion,
  kind: "SpaceTemplate",
  metadata: { ...(name !== undefined && { name }), ...metadata },
  ...(spec !== undefined && { spec }),
  ...more,
});
/** Creates a template. */
export const post = (body: unknown, query = "", type?: string): Request => ({
  method: "POST",
  path: `/spacetemplates${query}`,
  body,
  ...(type !== undefined && { type }),
});
/** Creates a template from YAML. */
export const postYaml = (lines: string): Request => post(lines, "", yamlType);
/** Reads what is at a path. */
export const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: "GET", path, headers });
/** Replaces a template. */
export const put = (name: string, body: unknown, query = ""): Request => ({
  method: "PUT",
  path: `/spacetemplates/${name}${query}`,
  body,
});
/** Changes a template by a patch, a JSON patch unless its type says otherwise. */
export const patch = (name: string, body: unknown, query = "", type = patchType): Request => ({
  method: "PATCH",
  path: `/spacetemplates/${name}${query}`,
  body,
  type,
});
/** Changes a template by a merge patch. */
export const merge = (name: string, body: unknown) => patch(name, body, "", mergeType);
/** Deletes a template. */
export const remove = (name: string, query = "", body?: unknown): Request => ({
  method: "DELETE",
  path: `/spacetemplates/${name}${query}`,
  ...(body !== undefined && { body }),
});
const create = (plural: string, kind: string, name: string, spec: unknown): Request => ({
  method: "POST",
  path: `/${plural}`,
  body: { apiVersion, kind, metadata: { name }, spec },
});
/** Creates an access key. */
export const postKey = (name: string, spec: unknown) => create("ownedaccesskeys", "OwnedAccessKey", name, spec);
/** Creates an access key whose spec is a JSON text. */
export const postKeyText = (name: string, spec: string): Request => {
  const { body, ...request } = postKey(name, "<spec>");
  return { ...request, body: JSON.stringify(body).replace('"<spec>"', spec), type: "application/json" };
};
/** A request for a template, sent for an access key of that name. */
export const onKeys = (request: Request): Request => ({
  ...request,
  path: request.path.replace("/spacetemplates", "/ownedaccesskeys"),
});
/** A request in the name of a manager of fields. */
export const as = (manager: string, request: Request): Request => ({
  ...request,
  path: `${request.path}?fieldManager=${manager}`,
});
/** Creates a project. */
export const postProject = (name: string) => create("projects", "Project", name, {});
/** An object of a response, changed. */
export const changed = (body: Body | undefined, spec: object, metadata: object = {}): object => ({
  ...body,
  metadata: { ...body?.metadata, ...metadata },
  spec: { ...body?.spec, ...spec },
});
