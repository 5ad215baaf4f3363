import type { Stream } from "../call";

/** An answer as it goes out. */
export interface Response {
  code: number;
  headers: Record<string, string | string[]>;
  body: string | Stream;
}

/** The headers of every answer that holds objects. */
export const answerHeaders = { "content-type": "application/json", "cache-control": "no-cache, private" };
