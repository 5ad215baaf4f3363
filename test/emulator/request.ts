import type { Body, Request } from "./conformance/row";

const patienceMs = 30_000;

/** Where requests go, and the key that opens it. */
export interface Server {
  baseUrl: string;
  accessKey: string;
  /** The domain in the API group, `loft.sh` if absent. */
  vendor?: string;
}

/** A response with its body as text and, if it is one, as JSON. */
export interface ReadResponse {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Sends a request to a server, with its key unless the request says otherwise. */
export async function send(server: Server, request: Request): Promise<ReadResponse> {
  const response = await open(server, request);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

/** Sends a request and leaves the body of the response to be read. */
export function open(server: Server, request: Request, signal = AbortSignal.timeout(patienceMs)): Promise<Response> {
  const root = `/kubernetes/management/apis/management.${server.vendor ?? "loft.sh"}/v1`;
  const path = request.path.startsWith("//") ? request.path.slice(1) : `${root}${request.path}`;
  return fetch(`${server.baseUrl}${path}`, {
    method: request.method,
    headers: headersOf(server, request),
    ...(request.body !== undefined && { body: bytesOf(request.body) }),
    signal,
  });
}

function headersOf(server: Server, { type, body, headers, authorization }: Request): Record<string, string> {
  const contentType = type ?? (typeof body === "object" ? "application/json" : "");
  const allowed = authorization === undefined ? `Bearer ${server.accessKey}` : authorization;
  return {
    accept: "application/json",
    ...(contentType !== "" && { "content-type": contentType }),
    ...(allowed !== null && { authorization: allowed }),
    ...headers,
  };
}

// Bytes, since fetch gives a text its own Content-Type.
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {} as Body;
  }
}
