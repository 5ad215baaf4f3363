import { PlatformError } from "./errors.js";
import { portOf, withoutBrackets } from "./hosts.js";
import { proxyExclusion } from "./proxyExclusion.js";

/** A proxy between us and the platform. */
export interface HttpProxy {
  /** The variable that names it. */
  readonly variable: string;
  readonly secure: boolean;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Host and port, for messages: the URL can hold a password. */
  readonly address: string;
  /** What to send as Proxy-Authorization. */
  readonly authorization: string | undefined;
}

/** A proxy variable that cannot be used; the message never shows its value, which can hold a password. */
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

/** The proxy that the environment names for a base URL, if any; throws BadProxyError. */
export function proxyFor(baseUrl: string, env: NodeJS.ProcessEnv): HttpProxy | undefined {
  const url = new URL(baseUrl);
  const proxy = setting(url.protocol.replace(":", "_proxy"), env);
  if (proxy === undefined || proxyExclusion(url, setting("no_proxy", env)?.text)) return undefined;
  return proxyOf(proxy);
}

interface Setting {
  readonly variable: string;
  readonly text: string;
}

/** A variable that is set. The spelling in lower case is the older one and wins, as it does for curl. */
function setting(lowerCase: string, env: NodeJS.ProcessEnv): Setting | undefined {
  const [first] = [lowerCase, lowerCase.toUpperCase()].flatMap((variable) => {
    const text = env[variable]?.trim();
    return text ? [{ variable, text }] : [];
  });
  return first;
}

function proxyOf({ variable, text }: Setting): HttpProxy {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) throw new BadProxyError(variable, "is no URL");
  const url = new URL(full);
  const { protocol, hostname, username, password } = url;
  if (protocol !== "http:" && protocol !== "https:")
    throw new BadProxyError(variable, "names a kind of proxy other than http:// or https://");
  const authorization = authorizationOf(variable, username, password);
  const host = withoutBrackets(hostname);
  const port = portOf(url);
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
