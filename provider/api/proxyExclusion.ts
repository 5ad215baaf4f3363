import { BlockList, isIP } from "node:net";
import { portOf, withoutBrackets } from "./hosts.js";

const longestPrefix = { ipv4: 32, ipv6: 128 } as const;

/** Says whether a URL is reached without a proxy: on this machine always, else by an entry of NO_PROXY. */
export function proxyExclusion(url: URL, noProxy: string | undefined): boolean {
  const host = plainHost(url.hostname);
  const port = portOf(url);
  if (host === "localhost" || isWithin(host, "127.0.0.0", 8) || isWithin(host, "::1", 128)) return true;
  const entries = noProxy?.split(/[\s,]/).map(entryOf);
  return entries?.some((entry) => (entry.port === undefined || entry.port === port) && names(entry, host)) ?? false;
}

interface Entry {
  readonly host: string;
  readonly port: number | undefined;
}

function entryOf(word: string): Entry {
  // What is an address as a whole has no port behind its last colon.
  if (isIP(word)) return { host: plainHost(word), port: undefined };
  const { host = word, port } = /(?<host>.*):(?<port>\d+)$/.exec(word)?.groups ?? {};
  return { host: plainHost(host), port: port === undefined ? undefined : Number(port) };
}

function names({ host: entry, port }: Entry, host: string): boolean {
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
