import { settingKey } from "../../settingNames.js";
import { PlatformError } from "../errors/errors.js";
import { quoted } from "../output/redaction.js";

/** An invalid part of a URL. No request was sent. */
export class InvalidUrlError extends PlatformError {
  override readonly name = "InvalidUrlError";
}

// Servers decode and normalize these characters in a path in different ways.
const reservedCharacters = /[/%\\?#]/;
// All characters of valid object names are among these.
const printableAscii = /^[\x21-\x7e]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;
// Paths of the platform's API servers, which users may copy from a kubeconfig into baseUrl.
const apiPath = /\/kubernetes\/(management|cluster|project)(\/|$)/;
const maxPartLength = { name: 253, parameter: 64 * 1024, baseUrl: 2048 };

/** The path of the management server below the base URL. */
export const managementRoot = "/kubernetes/management";

/** The path of the management API below the base URL; `vendor` is as in {@link apiGroupOf}. */
export const groupPath = (vendor: string): string => `${managementRoot}/apis/${apiVersionOf(vendor)}`;

/** The path of the Kubernetes API of a connected cluster below the base URL. */
export const clusterRoot = (cluster: string): string => `/kubernetes/cluster/${urlPath([cluster])}`;

/** The path of the core API of a connected cluster below the base URL. */
export const clusterPath = (cluster: string): string => `${clusterRoot(cluster)}/api/v1`;

/** The path of the Kubernetes API of a virtual cluster below the base URL. */
export const virtualClusterRoot = (project: string, name: string): string =>
  `/kubernetes/project/${urlPath([project])}/virtualcluster/${urlPath([name])}`;

/** The API group of all management objects. `vendor` is its DNS suffix, such as loft.sh. */
export const apiGroupOf = (vendor: string): string => `management.${vendor}`;

/** The apiVersion of all management objects; `vendor` is as in {@link apiGroupOf}. */
export const apiVersionOf = (vendor: string): string => `${apiGroupOf(vendor)}/v1`;

/** Validates, encodes and joins path segments; throws InvalidUrlError for an invalid one. */
export function urlPath(segments: readonly string[]): string {
  for (const value of segments) {
    const problem = segmentProblem(value);
    if (problem)
      throw new InvalidUrlError(`Cannot build a URL from ${quoted(value)}: ${problem}. Choose another name.`);
  }
  return segments.map(encodeURIComponent).join("/");
}

/** Why a path segment is invalid, as a clause such as "it is empty"; undefined if valid. */
export function segmentProblem(value: string): string | undefined {
  if (value === "") return "it is empty";
  if (value === "." || value === "..") return "it would point at another path";
  if (value.length > maxPartLength.name) return `it is longer than ${maxPartLength.name} characters`;
  if (reservedCharacters.test(value)) return "it has a slash, a backslash, %, ? or #";
  return printableAscii.test(value) ? undefined : "it has white space, a control character or one that is not ASCII";
}

/** The query of a URL; throws InvalidUrlError for an invalid value. */
export function queryString(parameters: Readonly<Record<string, string>> = {}): string {
  for (const [name, value] of Object.entries(parameters)) {
    const problem = parameterProblem(value);
    if (problem)
      throw new InvalidUrlError(`Cannot build a URL with ${name}=${quoted(value)}: ${problem}. Correct ${name}.`);
  }
  const query = new URLSearchParams(parameters).toString();
  return query && `?${query}`;
}

/** Why a query parameter is invalid, such as "it has a control character"; undefined if valid. */
export function parameterProblem(value: string): string | undefined {
  if (value.length > maxPartLength.parameter) return `it is longer than ${maxPartLength.parameter} characters`;
  if (controlCharacters.test(value)) return "it has a control character";
  return value.isWellFormed() ? undefined : "it is not valid Unicode";
}

/** Why a base URL is invalid, as a predicate such as "has a query"; undefined if valid. */
export function baseUrlProblem(text: string): string | undefined {
  // Test the text: new URL silently normalizes spaces, backslashes and dot segments.
  if (text.length > maxPartLength.baseUrl) return `is longer than ${maxPartLength.baseUrl} characters`;
  if (!printableAscii.test(text)) return "has white space, a control character or one that is not ASCII";
  if (!URL.canParse(text)) return "is not a URL";
  const url = new URL(text);
  if (!/^https?:\/\/[^/]/i.test(text)) return "does not begin with http:// or https://";
  if (url.username || url.password) return "holds credentials";
  if (text.includes("?")) return "has a query";
  if (text.includes("#")) return "has a fragment";
  if (text.includes("\\")) return "has a backslash";
  if (apiPath.test(url.pathname)) return "holds a part of the API's own path, which begins at /kubernetes";
  return prefixProblem(text);
}

/** Each decoded segment of the path prefix must be a valid path segment. */
function prefixProblem(text: string): string | undefined {
  // The first three parts are "https:", "" and the host.
  const [, , , ...segments] = text.replace(/\/+$/, "").split("/");
  try {
    if (!segments.map(decodeURIComponent).some(segmentProblem)) return undefined;
  } catch {
    // The prefix has an invalid percent escape.
  }
  return "has a path with an empty segment, a dot segment or an encoded character that could lead elsewhere";
}

/** The canonical base URL: host in lower case, path prefix kept, no trailing slash. */
export function normalizeBaseUrl(text: string): string {
  const problem = baseUrlProblem(text);
  if (problem)
    throw new InvalidUrlError(`Cannot use the base URL: it ${problem}. Set ${settingKey("baseUrl")} to the platform.`);
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** The port of an http:// or https:// URL, or the default of its scheme. */
export const portOf = ({ port, protocol }: URL): number => Number(port || defaultPorts[protocol]);

/** A host without the brackets of an IPv6 address. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]/, "$1");
