import { BlockList, isIP } from "node:net";
import { message } from "../../messages/message.js";
import { requestMessages } from "../../messages/requests.js";
import { PlatformError } from "../errors/errors.js";
import { portOf, withoutBrackets } from "./urls.js";

/** A proxy between us and the platform, the variable that names it, and our login. */
export type HttpProxy = ReturnType<typeof proxyOf>;

/** A proxy variable that cannot be used. The message hides its value: it can hold a password. */
export class BadProxyError extends PlatformError {
  override readonly name = "BadProxyError";
  readonly variable: string;

  constructor(variable: string, problem: string) {
    super(message(requestMessages.badProxy, { variable, problem }));
    this.variable = variable;
  }
}

/** The proxy that the environment names for a base URL, if any; throws BadProxyError. */
export function proxyFor(baseUrl: string, env: NodeJS.ProcessEnv): HttpProxy | undefined {
  const url = new URL(baseUrl);
  const proxy = setting(url.protocol.replace(":", "_proxy"), env);
  if (proxy === undefined || proxyExclusion(url, setting("no_proxy", env)?.text)) return undefined;
  return proxyOf(proxy);
}

/** A variable that is set. The spelling in lower case wins, as it does for curl. */
function setting(lowerCase: string, env: NodeJS.ProcessEnv) {
  const variable = [lowerCase, lowerCase.toUpperCase()].find((name) => env[name]?.trim());
  return variable === undefined ? undefined : { variable, text: String(env[variable]).trim() };
}

function proxyOf({ variable, text }: { variable: string; text: string }) {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) throw new BadProxyError(variable, "is no URL");
  const url = new URL(full);
  const { protocol, hostname, username, password } = url;
  if (protocol !== "http:" && protocol !== "https:")
    throw new BadProxyError(variable, "names a kind of proxy other than http:// or https://");
  const authorization = authorizationOf(variable, username, password);
  const host = withoutBrackets(hostname);
  const port = portOf(url);
  // Messages name the address, since the URL can hold a password.
  return { variable, secure: protocol === "https:", host, port, address: `${hostname}:${port}`, authorization };
}

function authorizationOf(variable: string, username: string, password: string): string | undefined {
  if (username === "" && password === "") return undefined;
  try {
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(login).toString("base64")}`;
  } catch {
    throw new BadProxyError(variable, "has a % in its user or password that begins no code such as %40");
  }
}

const longestPrefix = { ipv4: 32, ipv6: 128 } as const;

/** Whether a URL is reached without a proxy: on this machine, or by an entry of NO_PROXY. */
export function proxyExclusion(url: URL, noProxy = ""): boolean {
  const host = plainHost(url.hostname);
  const port = portOf(url);
  if (host === "localhost" || isWithin(host, "127.0.0.0", 8) || isWithin(host, "::1", 128)) return true;
  const entries = noProxy.split(/[\s,]/).map(entryOf);
  return entries.some((entry) => (entry.port ?? port) === port && names(entry, host));
}

function entryOf(word: string) {
  // What is an address as a whole has no port behind its last colon.
  if (isIP(word)) return { host: plainHost(word), port: undefined };
  const { host = word, port } = /(?<host>.*):(?<port>\d+)$/.exec(word)?.groups ?? {};
  return { host: plainHost(host), port: port === undefined ? undefined : Number(port) };
}

function names({ host: entry, port }: ReturnType<typeof entryOf>, host: string): boolean {
  if (entry === "*") return true;
  const { network, bits } = /(?<network>.+)\/(?<bits>\d{1,3})$/.exec(entry)?.groups ?? {};
  // A network is followed by its bits only: nobody writes a port behind them.
  if (network !== undefined && port === undefined) return isWithin(host, network, Number(bits));
  if (isIP(host)) return isWithin(host, entry);
  const name = entry.replace(/^\*?\./, "");
  return name !== "" && (host === name || host.endsWith(`.${name}`));
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

function isWithin(host: string, network: string, bits?: number): boolean {
  const family = familyOf(network);
  const prefix = bits ?? longestPrefix[family];
  if (!isIP(host) || !isIP(network) || prefix > longestPrefix[family]) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(host, familyOf(host));
}

/** In lower case, without the brackets of an IPv6 address and the dot of a name's root. */
const plainHost = (host: string): string => withoutBrackets(host.toLowerCase()).replace(/\.$/, "");
