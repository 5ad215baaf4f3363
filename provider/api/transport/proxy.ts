import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type Socket } from "node:net";
import type { TLSSocketOptions } from "node:tls";
import { type ConnectionFailure, connectionFailureOf, errorCode } from "../errors/connectionFailures.js";
import { PlatformError } from "../errors/errors.js";
import { portOf, withoutBrackets } from "./urls.js";

/** A proxy, the environment variable that sets it, and its login. */
type HttpProxy = ReturnType<typeof parseProxy>;

/** An invalid proxy variable. The message omits its value, which may contain a password. */
export class BadProxyError extends PlatformError {
  override readonly name = "BadProxyError";
  readonly variable: string;

  constructor(variable: string, problem: string) {
    super(
      `${variable} cannot be used: it ${problem}. Set it to a URL such as http://proxy.example.com:3128, or unset it.`,
    );
    this.variable = variable;
  }
}

/** The proxy for a base URL according to the environment; throws BadProxyError. */
export function proxyFor(baseUrl: string, env: NodeJS.ProcessEnv): HttpProxy | undefined {
  const url = new URL(baseUrl);
  const proxy = readVariable(url.protocol.replace(":", "_proxy"), env);
  if (proxy === undefined || bypassesProxy(url, readVariable("no_proxy", env)?.text)) return undefined;
  return parseProxy(proxy);
}

/** Reads a variable. The lower-case spelling takes precedence, as in curl. */
function readVariable(lowerCase: string, env: NodeJS.ProcessEnv) {
  const variable = [lowerCase, lowerCase.toUpperCase()].find((name) => env[name]?.trim());
  return variable === undefined ? undefined : { variable, text: String(env[variable]).trim() };
}

function parseProxy({ variable, text }: { variable: string; text: string }) {
  const urlText = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(urlText)) throw new BadProxyError(variable, "is not a URL");
  const url = new URL(urlText);
  const { protocol, hostname, username, password } = url;
  if (protocol !== "http:" && protocol !== "https:")
    throw new BadProxyError(variable, "names a kind of proxy other than http:// or https://");
  const authorization = basicAuthorization(variable, username, password);
  const host = withoutBrackets(hostname);
  const port = portOf(url);
  // Messages show the address, because the URL may contain a password.
  return { variable, isSecure: protocol === "https:", host, port, address: `${hostname}:${port}`, authorization };
}

function basicAuthorization(variable: string, username: string, password: string): string | undefined {
  if (username === "" && password === "") return undefined;
  try {
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(login).toString("base64")}`;
  } catch {
    throw new BadProxyError(variable, "has a % in its user or password that begins no code such as %40");
  }
}

const maxPrefixLength = { ipv4: 32, ipv6: 128 } as const;

/** Whether a URL bypasses the proxy: it is a loopback address, or NO_PROXY matches it. */
export function bypassesProxy(url: URL, noProxy = ""): boolean {
  const host = normalizeHost(url.hostname);
  const port = portOf(url);
  if (host === "localhost" || isInNetwork(host, "127.0.0.0", 8) || isInNetwork(host, "::1", 128)) return true;
  const entries = noProxy.split(/[\s,]/).map(parseEntry);
  return entries.some((entry) => (entry.port ?? port) === port && entryMatches(entry, host));
}

function parseEntry(word: string) {
  // In an IPv6 address without brackets, the last colon does not precede a port.
  if (isIP(word)) return { host: normalizeHost(word), port: undefined };
  const { host = word, port } = /(?<host>.*):(?<port>\d+)$/.exec(word)?.groups ?? {};
  return { host: normalizeHost(host), port: port === undefined ? undefined : Number(port) };
}

function entryMatches({ host: entry, port }: ReturnType<typeof parseEntry>, host: string): boolean {
  if (entry === "*") return true;
  const { network, bits } = /(?<network>.+)\/(?<bits>\d{1,3})$/.exec(entry)?.groups ?? {};
  // A CIDR block has no port.
  if (network !== undefined && port === undefined) return isInNetwork(host, network, Number(bits));
  if (isIP(host)) return isInNetwork(host, entry);
  const name = entry.replace(/^\*?\./, "");
  return name !== "" && (host === name || host.endsWith(`.${name}`));
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

function isInNetwork(host: string, network: string, bits?: number): boolean {
  const family = familyOf(network);
  const prefix = bits ?? maxPrefixLength[family];
  if (!isIP(host) || !isIP(network) || prefix > maxPrefixLength[family]) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(host, familyOf(host));
}

/** A host in lower case, without the brackets of an IPv6 address and without a trailing dot. */
const normalizeHost = (host: string): string => withoutBrackets(host.toLowerCase()).replace(/\.$/, "");

/** A failure of the proxy, not of the platform. The message names the proxy and the code. */
export class ProxyFailure extends Error {
  readonly failure: ConnectionFailure;

  constructor(proxy: HttpProxy, failure: ConnectionFailure, detail: string | number) {
    super(`${proxy.address} from ${proxy.variable}: ${detail}`);
    this.failure = failure;
  }
}

/** TLS settings as options of node:tls. */
export type Trust = Pick<TLSSocketOptions, "rejectUnauthorized" | "secureContext">;

interface TunnelOptions {
  readonly proxy: HttpProxy;
  /** URL of the platform. */
  readonly target: string;
  /** Milliseconds to establish the tunnel. */
  readonly timeout: number;
  /** TLS settings for an https:// proxy. */
  readonly trust: Trust;
}

/** Opens connections for undici; with `httpSocket`, TLS runs inside that socket. */
export type Connector<Options> = (
  options: Options & { httpSocket?: Socket },
  callback: (...result: [null, Socket] | [Error, null]) => void,
) => void;

/** A connector through a proxy; `direct` runs TLS inside the tunnel. */
export function proxyConnector<Options extends { protocol: string }>(
  direct: Connector<Options>,
  tunnel: TunnelOptions,
): Connector<Options> {
  return (options, callback) => {
    const established = (httpSocket: Socket) => {
      if (options.protocol === "https:") direct({ ...options, httpSocket }, callback);
      else callback(null, httpSocket);
    };
    openTunnel(tunnel).then(established, (error: Error) => callback(error, null));
  };
}

// Plain HTTP is tunneled, too: no request carries both the access key and the proxy login.
function openTunnel({ proxy, target, timeout, trust }: TunnelOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const url = new URL(target);
    const authority = `${url.hostname}:${portOf(url)}`;
    const request = (proxy.isSecure ? https : http).request({
      method: "CONNECT",
      host: proxy.host,
      port: proxy.port,
      path: authority,
      headers: { host: authority, ...(proxy.authorization && { "proxy-authorization": proxy.authorization }) },
      agent: false,
      // By default, Node.js would take the servername from the Host header: the target's name.
      ...(proxy.isSecure && { ...trust, servername: isIP(proxy.host) ? "" : proxy.host }),
    });
    const onTimeout = () => request.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" }));
    const timer = setTimeout(onTimeout, timeout);
    request.once("connect", ({ statusCode = 0 }, socket, head) => {
      clearTimeout(timer);
      socket.unshift(head);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket as Socket);
      socket.destroy();
      reject(new ProxyFailure(proxy, proxyFailureOf(statusCode), statusCode));
    });
    request.once("error", (error) => {
      clearTimeout(timer);
      const failure = connectionFailureOf(errorCode(error)).startsWith("tls") ? "proxyTls" : "proxy";
      reject(new ProxyFailure(proxy, failure, errorCode(error)));
    });
    request.end();
  });
}

function proxyFailureOf(status: number): ConnectionFailure {
  if (status === 407) return "proxyLogin";
  return status >= 500 ? "proxyFailed" : "proxyRefused";
}
