import { PlatformError } from "./errors.js";

/** A value that must not become part of a URL; nothing was sent. */
export class BadPathError extends PlatformError {
  override readonly name = "BadPathError";
}

// encodeURIComponent("..") is "..", and a server joins and decodes paths in its own way: what could change the path is refused.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
const forbidden = /[/%\\?#\u0000-\u001f\u007f]/;
// Half of a surrogate pair has no encoding.
const brokenUnicode = /\p{Surrogate}/u;
const longestName = 253;

/** Where the management API begins below the base URL, for one vendor. */
export const groupPath = (vendor: string): string => `/kubernetes/management/apis/${apiVersionOf(vendor)}`;

/** The apiVersion of all management objects, for one vendor. */
export const apiVersionOf = (vendor: string): string => `management.${vendor}/v1`;

/** Joins names into a URL path below the group path; throws BadPathError for a name that could point elsewhere. */
export function objectPath(segments: readonly string[]): string {
  if (segments.length === 0) throw new BadPathError("Cannot build a URL: no resource was named. Name at least one.");
  return segments.map(segment).join("/");
}

function segment(value: string): string {
  const problem = segmentProblem(value);
  if (problem) throw new BadPathError(`Cannot build a URL from ${shown(value)}: ${problem}. Choose another name.`);
  return encodeURIComponent(value);
}

function segmentProblem(value: string): string | undefined {
  if (value === "") return "it is empty";
  if (value === "." || value === "..") return "it would point at another path";
  if (value.length > longestName) return `it is longer than ${longestName} characters`;
  if (forbidden.test(value)) return "it has a slash, a backslash, %, ?, # or a control character";
  return brokenUnicode.test(value) ? "it is not valid Unicode" : undefined;
}

const shown = (value: string): string => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);

/** What keeps a text from being a base URL, as a predicate ("has a query"), or undefined. */
export function baseUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return "is no URL";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "does not begin with http:// or https://";
  if (url.username || url.password) return "holds credentials";
  if (text.includes("?")) return "has a query";
  if (text.includes("#")) return "has a fragment";
  return undefined;
}

/** The one spelling of a base URL: host in lower case, path prefix kept, no slash at the end. */
export function normaliseBaseUrl(text: string): string {
  const problem = baseUrlProblem(text);
  if (problem) throw new BadPathError(`Cannot use the base URL: it ${problem}. Set platform:baseUrl to the platform.`);
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, "");
}
