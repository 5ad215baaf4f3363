import type { Body } from "./objects/decodeBody";

/** One request after it was read: what to do, on what, with which body. Operations add warnings to it. */
export interface Call {
  method: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  body: Body;
  warnings: string[];
}

/** What an operation answers: a status code and JSON text. */
export interface Answer {
  code: number;
  json: string;
  headers?: Record<string, string>;
}

/** Who writes: the fieldManager of the query, else the program at the start of the User-Agent. */
export function managerOf(call: Call): string {
  const asked = call.query.get("fieldManager");
  return asked || (call.headers["user-agent"] ?? "").split("/")[0] || "unknown";
}
