import type { RunningPlatform } from "../../emulator/platform";
import type { Body, Request } from "./conformance/row";

const root = "/kubernetes/management/apis/management.loft.sh/v1";

/** An answer with its body as text and, if it is one, as JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Sends a request to a platform, with its bootstrap key unless the request says otherwise. */
export async function send(platform: RunningPlatform, request: Request): Promise<Answer> {
  const path = request.path.startsWith("//") ? request.path.slice(1) : `${root}${request.path}`;
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method: request.method,
    headers: headersOf(platform, request),
    ...(request.body !== undefined && { body: bytesOf(request.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function headersOf(platform: RunningPlatform, { type, body, headers, authorization }: Request): Record<string, string> {
  const contentType = type ?? (typeof body === "object" ? "application/json" : "");
  const allowed = authorization === undefined ? `Bearer ${platform.accessKey}` : authorization;
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
