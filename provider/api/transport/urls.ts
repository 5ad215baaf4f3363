import { message } from "../../messages/message.js";
import { requestMessages } from "../../messages/requests.js";
import { PlatformError } from "../errors/errors.js";
import { isUnicode } from "../input/foreignJson.js";
import { quoted } from "../output/escape.js";

/** A value that must not become part of a URL; nothing was sent. */
export class BadPathError extends PlatformError {
  override readonly name = "BadPathError";
}

// encodeURIComponent("..") is "..", and servers join and decode paths in their own ways.
const forbidden = /[/%\\?#]/;
// No name of an object has other characters, and servers differ in what they make of them.
const plain = /^[\x21-\x7e]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
const controls = /[\u0000-\u001f\u007f-\u009f]/;
const longest = { name: 253, parameter: 64 * 1024, baseUrl: 2048 };

/** Where the management API begins below the base URL, for one vendor. */
export const groupPath = (vendor: string): string => `/kubernetes/management/apis/${apiVersionOf(vendor)}`;

/** The apiVersion of all management objects, for one vendor. */
export const apiVersionOf = (vendor: string): string => `management.${vendor}/v1`;

/** Joins names into a path below the group path; throws BadPathError for a misleading name. */
export function objectPath(segments: readonly string[]): string {
  for (const value of segments) {
    const problem = segmentProblem(value);
    if (problem) throw new BadPathError(message(requestMessages.badSegment, { value: quoted(value), problem }));
  }
  return segments.map(encodeURIComponent).join("/");
}

/** What keeps a text from being one step of a path, as a sentence about "it", or undefined. */
export function segmentProblem(value: string): string | undefined {
  if (value === "") return "it is empty";
  if (value === "." || value === "..") return "it would point at another path";
  if (value.length > longest.name) return `it is longer than ${longest.name} characters`;
  if (forbidden.test(value)) return "it has a slash, a backslash, %, ? or #";
  return plain.test(value) ? undefined : "it has white space, a control character or one that is not ASCII";
}

/** The query of a URL; throws BadPathError for a value that does not arrive as it is. */
export function queryOf(parameters: Readonly<Record<string, string>> = {}): string {
  for (const [name, value] of Object.entries(parameters)) {
    const problem = parameterProblem(value);
    if (problem) throw new BadPathError(message(requestMessages.badParameter, { name, value: quoted(value), problem }));
  }
  const query = new URLSearchParams(parameters).toString();
  return query && `?${query}`;
}

/** What changes a text in the query of a URL, as a sentence about "it", or undefined. */
export function parameterProblem(value: string): string | undefined {
  if (value.length > longest.parameter) return `it is longer than ${longest.parameter} characters`;
  if (controls.test(value)) return "it has a control character";
  return isUnicode(value) ? undefined : "it is not valid Unicode";
}

/** What keeps a text from being a base URL, as a predicate ("has a query"), or undefined. */
export function baseUrlProblem(text: string): string | undefined {
  // A parser of URLs forgives these in silence, and goes where nobody meant.
  if (text.length > longest.baseUrl) return `is longer than ${longest.baseUrl} characters`;
  if (!plain.test(text)) return "has white space, a control character or one that is not ASCII";
  if (!URL.canParse(text)) return "is no URL";
  const url = new URL(text);
  if (!/^https?:\/\/[^/]/i.test(text)) return "does not begin with http:// or https://";
  if (url.username || url.password) return "holds credentials";
  if (text.includes("?")) return "has a query";
  if (text.includes("#")) return "has a fragment";
  if (text.includes("\\")) return "has a backslash";
  return prefixProblem(text);
}

/** The same rule as for names holds for each step of the path, also for what it decodes to. */
function prefixProblem(text: string): string | undefined {
  const [, , , ...steps] = text.replace(/\/+$/, "").split("/");
  try {
    if (!steps.map(decodeURIComponent).some(segmentProblem)) return undefined;
  } catch {
    // It has a % that begins no code, which no name may have.
  }
  return "has a path with an empty step, a dot step or an encoded character that could lead elsewhere";
}

/** The one spelling of a base URL: host in lower case, path prefix kept, no slash at the end. */
export function normaliseBaseUrl(text: string): string {
  const problem = baseUrlProblem(text);
  if (problem) throw new BadPathError(message(requestMessages.badBaseUrl, { problem }));
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** The port of an http:// or https:// URL, written or the scheme's own. */
export const portOf = ({ port, protocol }: URL): number => Number(port || defaultPorts[protocol]);

/** A host without the brackets of an IPv6 address. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]/, "$1");
