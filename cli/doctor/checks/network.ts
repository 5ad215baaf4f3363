import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import {
  type ClientOptions,
  type ConnectionFailure,
  connectionFailureOf,
  connectionTexts,
  createConnector,
  errorCode,
  ProxyFailure,
  portOf,
  proxyFor,
  withoutBrackets,
} from "../../../provider/cliFacade";
import { envName } from "../../../provider/settingNames.js";
import { clientOptionsOf, configOf, type Facts, type Line, ok, problem, type Result, skipped, warning } from "../check";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The scheme of the base URL. */
export function address(facts: Facts): Result {
  const { baseUrl } = configOf(facts);
  const url = new URL(baseUrl);
  if (url.protocol === "https:" || loopback.test(url.hostname)) return ok(baseUrl);
  const what = `${baseUrl} is not encrypted: whoever is on the way can read the key`;
  return warning(what, "Use the https:// address of the platform.");
}

/** The proxy, without its password. */
export function proxy(facts: Facts): Result {
  const used = proxyFor(configOf(facts).baseUrl, facts.machine.env);
  return ok(used ? `${used.address}, from ${used.variable}` : "none is used");
}

/** DNS. */
export async function dns(facts: Facts): Promise<Result> {
  const { baseUrl } = configOf(facts);
  const host = withoutBrackets(new URL(baseUrl).hostname);
  if (proxyFor(baseUrl, facts.machine.env)) return ok("resolved by the proxy");
  if (isIP(host)) return { lines: [skipped("the address holds no name")], continues: true };
  try {
    const found = await lookup(host, { all: true });
    return ok(`${host} is ${found.map((each) => each.address).join(", ")}`);
  } catch (error) {
    const { text, remedy } = connectionTexts[connectionFailureOf(errorCode(error))];
    return problem(`${host}: ${text} (${errorCode(error)})`, remedy);
  }
}

/** TCP, and the tunnel through a proxy. */
export async function connection(facts: Facts): Promise<Result> {
  (await dial(clientOptionsOf(facts), facts.machine.timeoutMs, "tcp")).destroy();
  return ok(`connected to ${new URL(configOf(facts).baseUrl).host}`);
}

const dayMs = 24 * 60 * 60 * 1000;
const minDays = 14;

/** TLS, and the expiry of the platform's certificate. */
export async function certificate(facts: Facts): Promise<Result> {
  const { machine } = facts;
  if (!configOf(facts).baseUrl.startsWith("https:")) {
    return { lines: [skipped("the address is http://")], continues: true };
  }
  const socket = (await dial(clientOptionsOf(facts), machine.timeoutMs, "tls")) as TLSSocket;
  const end = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return lineOf(end, socket.authorized, machine.now());
}

function lineOf(end: number, isTrusted: boolean, now: number): Line {
  const days = Math.floor((end - now) / dayMs);
  const date = new Date(end).toISOString().slice(0, 10);
  const told = days < 0 ? `it ended on ${date}` : `it holds until ${date}, ${days} days from now`;
  if (!isTrusted) {
    return warning(
      `nobody vouches for the certificate; ${told}`,
      `Set ${envName("certificateAuthority")}, and unset insecureSkipTlsVerify where it is set.`,
    );
  }
  return days < minDays ? warning(told, "Have the platform's certificate renewed.") : ok(told);
}

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
function dial(options: ClientOptions, timeoutMs: number, layer: "tcp" | "tls"): Promise<Socket> {
  const url = new URL(options.baseUrl);
  const protocol = layer === "tls" ? "https:" : "http:";
  const target = { protocol, host: url.host, hostname: withoutBrackets(url.hostname), port: String(portOf(url)) };
  const connect = createConnector(options.baseUrl, options, timeoutMs);
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => (socket ? resolve(socket) : reject(dialError(error, layer))));
  });
}

function dialError(error: unknown, layer: "tcp" | "tls"): DialError {
  if (error instanceof ProxyFailure) return new DialError(error.failure, error.message);
  const code = errorCode(error);
  // The host was reached before, so only the handshake can hang.
  if (layer === "tls" && code === "UND_ERR_CONNECT_TIMEOUT") return new DialError("tls", "handshake timeout");
  return new DialError(connectionFailureOf(code), code);
}
