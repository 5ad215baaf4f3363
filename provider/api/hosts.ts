const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** The port of an http:// or https:// URL, written or the scheme's own. */
export const portOf = ({ port, protocol }: URL): number => Number(port || defaultPorts[protocol]);

/** A host without the brackets of an IPv6 address. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]/, "$1");
