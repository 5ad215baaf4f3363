import type { Stream } from "../call";

/** An answer as it goes out. */
export interface Response {
  code: number;
  headers: Record<string, string | string[]>;
  body: string | Stream;
}

/** The headers of every answer that holds objects. */
export function answerHeaders(mediaType: string): Record<string, string> {
  return { "content-type": mediaType, "cache-control": "no-cache, private" };
}
