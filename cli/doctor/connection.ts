import type { Socket } from "node:net";
import {
  type ClientOptions,
  ConnectionError,
  type ConnectionFailure,
  connectionTexts,
  createConnector,
  createPool,
  errorCode,
  exchange,
  failureKind,
  ProxyFailure,
  portOf,
  speaksTls,
  withoutBrackets,
} from "../../provider/cliFacade";
import type { Machine } from "./machine";

/** A failed connection or request. */
export class DialError extends Error {
  readonly remedy: string;

  constructor(kind: ConnectionFailure, detail = "") {
    super(`${connectionTexts[kind].text}${detail ? ` (${detail})` : ""}`);
    this.remedy = connectionTexts[kind].remedy;
  }
}

/**
 * Connects to the platform as the provider does: through the same proxy, with the same trust.
 * `tcp` leaves out the TLS handshake.
 */
export function dial(options: ClientOptions, timeoutMs: number, layer: "tcp" | "tls"): Promise<Socket> {
  const url = new URL(options.baseUrl);
  const protocol = layer === "tls" ? "https:" : "http:";
  const target = { protocol, host: url.host, hostname: withoutBrackets(url.hostname), port: String(portOf(url)) };
  const connect = createConnector(options.baseUrl, options, timeoutMs);
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => (socket ? resolve(socket) : reject(dialError(error, layer))));
  });
}

function dialError(error: unknown, layer: "tcp" | "tls"): DialError {
  if (error instanceof ProxyFailure) return new DialError(error.kind, error.message);
  const code = errorCode(error);
  // The host was reached before, so only the handshake can hang.
  if (layer === "tls" && code === "UND_ERR_CONNECT_TIMEOUT") return new DialError("tls", "handshake timeout");
  return new DialError(failureKind(code), code);
}

/** Response to a GET. */
export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  readonly location: string;
  /** Epoch milliseconds by the platform's clock; NaN if unknown. */
  readonly date: number;
  /** Epoch milliseconds by this machine's clock, at the arrival of the response. */
  readonly received: number;
}

/** Sends a GET of a path below the base URL, such as a discovery document. */
export async function ask(
  options: ClientOptions,
  path: string,
  { timeoutMs, now }: Pick<Machine, "timeoutMs" | "now">,
): Promise<HttpResponse> {
  const { origin, pathname } = new URL(`${options.baseUrl}${path}`);
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${options.accessKey}`,
    "user-agent": options.userAgent,
  };
  const pool = createPool(options.baseUrl, options);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DialError("timeout")), timeoutMs);
  try {
    const request = { origin, path: pathname, method: "GET", headers, signal: late.signal } as const;
    const response = await exchange(pool, request, { ...request, baseUrl: options.baseUrl });
    const { location = "", date } = response.headers;
    return { ...response, location: String(location), date: Date.parse(String(date)), received: now() };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const isTlsPort = error.kind === "reset" && (await speaksTls(options));
    throw new DialError(isTlsPort ? "plainOnTlsPort" : error.kind);
  } finally {
    clearTimeout(timer);
    await pool.destroy();
  }
}
