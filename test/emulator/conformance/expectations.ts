import type { Body, Request } from "./row";

/** What a row expects of a response; every other error has a whole Status body as well. */
export interface Expected {
  status: number;
  reason?: string;
  /** The whole message; `...` stands for any text, `<g>` for the group, `<uid>` for a uid. */
  message?: string;
  causes?: string[];
  match?: object;
  absent?: string[];
  /** Text that the raw response holds. */
  contains?: string;
  text?: string;
  /** The header, a pattern like the message; none if absent. */
  warning?: string;
  /** The header; none if absent. */
  retryAfter?: string;
  /** The resourceVersion is the one in the response to this step of `given`. */
  sameVersionAs?: number;
  /** The events of a watch in their order; each matches like `match`. */
  events?: object[];
}

/** A request, or one that needs the responses to the steps before it. */
export type Step = Request | ((given: Body[]) => Request);

/** What a row expects, and how it is played. */
export interface Expectation extends Expected {
  /** Sent while the request, a watch, is open. */
  during?: Step[];
  /** Repeat the request until the response is right, for what the server does in its own time. */
  eventually?: boolean;
  /** What is expected of a server of Go types, where the facts show a difference. */
  native?: Expected;
  /** What is expected of a server of API 4, where it differs from other Go types. */
  product?: Expected;
  /** Only on a server of custom resources, where nothing is known of Go types, or of one API. */
  only?: "custom" | 3 | 4;
  /** Only on a server that derives rights from the access key, as the specification says. */
  rightsFromKeys?: true;
  /** The section of the specification that says otherwise than what was recorded, and wins. */
  specification?: string;
}

/** Requests and the last one's expected response. The runner replaces a leading `my-` in names. */
export type Row = readonly [...Step[], Expectation];
/** Facts about one thing, by their names. */
export type Rows = Record<string, Row>;

/** What a row consists of. */
export function partsOf(row: Row): { given: Step[]; request: Step; expectation: Expectation } {
  const steps = row.slice(0, -1) as Step[];
  return { given: steps.slice(0, -1), request: steps.at(-1) as Step, expectation: row.at(-1) as Expectation };
}

/** Begins rows with the same steps. */
export const after =
  (...given: Step[]) =>
  (...row: Row): Row =>
    [...given, ...row] as unknown as Row;

export const ok = (match: object = {}, more: Partial<Expectation> = {}) => ({ status: 200, match, ...more });
export const created = (match: object = {}, more: Partial<Expectation> = {}) => ({ status: 201, match, ...more });
export const bad = { status: 400, reason: "BadRequest" };
export const forbidden = { status: 403, reason: "Forbidden" };
export const notFound = { status: 404, reason: "NotFound" };
export const notAllowed = { status: 405, reason: "MethodNotAllowed" };
export const conflict = { status: 409, reason: "Conflict" };
export const taken = { status: 409, reason: "AlreadyExists" };
export const tooLarge = { status: 413, reason: "RequestEntityTooLarge" };
export const unsupported = { status: 415, reason: "UnsupportedMediaType" };
/** An invalid object; each cause is its reason without "FieldValue", and its field. */
export const invalid = (...causes: string[]) => ({
  status: 422,
  reason: "Invalid",
  ...(causes.length > 0 && { causes: causes.map((cause) => `FieldValue${cause}`) }),
});
/** An error that has no reason. */
export const failed = { status: 500, absent: ["reason"] };

/** The items of a list, by their names. */
export const named = (...names: string[]) => ({ items: names.map((name) => ({ metadata: { name } })) });
