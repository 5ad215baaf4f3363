import type { Caller } from "./access/caller";
import type { ApiObject } from "./kinds/metadata";
import type { StatusError } from "./statusError";

/** The text of a request body and the header that says how to read it. */
export interface Body {
  text: string;
  contentType: string | undefined;
  /** The bytes as sent, where they are no UTF-8: in the text such bytes are U+FFFD. */
  badBytes?: Buffer;
  /** Why the body was not taken; then there is no text. */
  refusal?: StatusError | undefined;
}

/** One request after it was read: what to do, on what, with which body. */
export interface Received {
  method: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  body: Body;
}

/** An authorized request. Operations add warnings to it. */
export interface Call extends Received {
  caller: Caller;
  /** The stored key that was used. */
  key?: ApiObject | undefined;
  warnings: string[];
}

/** A response: a status code, and JSON text or a stream of JSON texts. */
export interface Response {
  code: number;
  body: string | Stream;
  /** Headers besides `jsonHeaders`, or in place of them. */
  headers?: Record<string, string | string[]>;
}

/** The headers of a response, unless it says otherwise. */
export const jsonHeaders = { "content-type": "application/json", "cache-control": "no-cache, private" };

/** An error as a response. */
export function statusResponse(error: StatusError): Response {
  return { code: error.code, headers: error.headers, body: JSON.stringify(error.body()) };
}

/** Where the pieces of a stream go. */
export interface Sink {
  /** Sends a piece; false means that pieces pile up, and the sender should wait for the drain. */
  write(text: string): boolean;
  /** Calls the listener whenever the buffer has drained. */
  onDrain(listener: () => void): void;
  /** Ends the response. */
  end(): void;
}

/** A body that continues. The returned function is called when either side has ended it. */
export type Stream = (sink: Sink) => () => void;

/** Who writes: the fieldManager of the query, else the program at the start of the User-Agent. */
export function managerOf({ query, headers }: Call): string {
  return query.get("fieldManager") || (headers["user-agent"] ?? "").split("/")[0] || "unknown";
}
