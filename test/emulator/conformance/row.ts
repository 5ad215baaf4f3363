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

/** The body of an answer in a loose form, for tests. */
export interface Body {
  metadata: Record<string, string> & { generation: number };
  spec: Record<string, unknown>;
  status: unknown;
  [field: string]: unknown;
}

/** What a row expects of an answer; every other error has a whole Status body as well. */
export interface Expected {
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
  /** The header; none if absent. */
  warning?: string;
  /** The header; none if absent. */
  retryAfter?: string;
  /** The resourceVersion is the one that this step of `given` answered. */
  sameVersionAs?: number;
  /** The events of a watch in their order; each matches like `match`. */
  events?: object[];
}

/** A request, or one that needs what the steps before it answered. */
export type Step = Request | ((given: Body[]) => Request);

/** What a row expects, and how it is played. */
export interface Expectation extends Expected {
  /** Sent while the request, a watch, is open. */
  during?: Step[];
  /** Ask again until the answer is right, for what the server does in its own time. */
  eventually?: boolean;
  /** What a server of Go types answers, where the facts show that it is another answer. */
  native?: Expected;
  /** Only on a server of custom resources, where nothing is known of Go types. */
  only?: "custom";
  /** Only on a server where the rights of a caller come from its access key, as the specification has it. */
  rightsFromKeys?: true;
  /** The section of the specification that says otherwise than what was recorded, and wins. */
  specification?: string;
}

/**
 * One fact of what servers answer: requests, the expected answer to the last one, and its message. A name that starts with
 * `my-` belongs to this run: the runner gives it a prefix of its own, and removes what the row made.
 */
export type Row = readonly [...Step[], Expectation] | readonly [...Step[], Expectation, string];

/** What a row consists of. */
export function partsOf(row: Row): { given: Step[]; request: Step; expectation: Expectation } {
  const message = row.at(-1);
  const hasMessage = typeof message === "string";
  const steps = row.slice(0, hasMessage ? -2 : -1) as Step[];
  const expectation = row[steps.length] as Expectation;
  return {
    given: steps.slice(0, -1),
    request: steps.at(-1) as Step,
    expectation: hasMessage ? { ...expectation, message } : expectation,
  };
}

/** Begins rows with the same steps. */
export const after =
  (...given: Step[]) =>
  (...row: Row): Row =>
    [...given, ...row] as unknown as Row;

/** Facts about one thing, by their names. */
export type Rows = Record<string, Row>;

export const ok = (match: object = {}, more: Partial<Expectation> = {}) => ({ status: 200, match, ...more });
export const created = (match: object = {}, more: Partial<Expectation> = {}) => ({ status: 201, match, ...more });
export const bad = { status: 400, reason: "BadRequest" };
export const forbidden = { status: 403, reason: "Forbidden" };
export const notFound = { status: 404, reason: "NotFound" };
export const notAllowed = { status: 405, reason: "MethodNotAllowed" };
export const methodNotAllowed = {
  ...notAllowed,
  message: "the server does not allow this method on the requested resource",
};
export const conflict = { status: 409, reason: "Conflict" };
export const taken = { status: 409, reason: "AlreadyExists" };
export const tooLarge = { status: 413, reason: "RequestEntityTooLarge" };
export const unsupported = { status: 415, reason: "UnsupportedMediaType" };
export const invalid = (...causes: string[]) => ({
  status: 422,
  reason: "Invalid",
  ...(causes.length > 0 && { causes }),
});
/** An error that says nothing but its message. */
export const failed = { status: 500, absent: ["reason"] };

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
/** Creates an access key. */
export const postKey = (name: string, spec: unknown): Request => ({
  method: "POST",
  path: "/ownedaccesskeys",
  body: { apiVersion, kind: "OwnedAccessKey", metadata: { name }, spec },
});
/** Creates a project. */
export const postProject = (name: string): Request => ({
  method: "POST",
  path: "/projects",
  body: { apiVersion, kind: "Project", metadata: { name }, spec: {} },
});
/** Creates an access key with whatever text as its spec. */
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
/** A body that is not decoded, in the words of the decoder. */
export const cannotHandle = (why: string, version = "v1") => ({
  ...bad,
  message: `SpaceTemplate in version "${version}" cannot be handled as a SpaceTemplate: ${why}`,
});
/** The items of a list, by their names. */
export const named = (...names: string[]) => ({ items: names.map((name) => ({ metadata: { name } })) });
