import type { Stream } from "../call";
import type { StatusError } from "../statusError";

/** An answer as it goes out. */
export interface Response {
  code: number;
  headers: Record<string, string | string[]>;
  body: string | Stream;
}

/** The headers of every answer that holds objects. */
export const answerHeaders = { "content-type": "application/json", "cache-control": "no-cache, private" };

/** An error as it goes out. */
export function statusResponse(error: StatusError): Response {
  return { code: error.code, headers: { ...answerHeaders, ...error.headers }, body: JSON.stringify(error.body()) };
}

// As on real servers: if all warnings exceed the first length, each is cut to the second.
const maxLetters = 4096;
const maxLettersOfOne = 256;

/** The Warning headers of a response. They are cut, since clients refuse long headers. */
export function warningHeaders(warnings: readonly string[]): string[] {
  const texts = [...new Set(warnings)];
  const isTooLong = texts.reduce((sum, text) => sum + text.length, 0) > maxLetters;
  return (isTooLong ? cut(texts) : texts).map((text) => `299 - ${JSON.stringify(headerText(text))}`);
}

function cut(texts: readonly string[]): string[] {
  const kept: string[] = [];
  let letters = 0;
  for (const text of texts) {
    if (letters >= maxLetters) break;
    kept.push(text.slice(0, maxLettersOfOne));
    letters += Math.min(text.length, maxLettersOfOne);
  }
  return kept;
}

// A header has no line breaks, and no characters beyond Latin-1.
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}
