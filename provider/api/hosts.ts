const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** The port of a URL, written or its scheme's own; undefined where the scheme has none that we know. */
export const portOf = ({ port, protocol }: URL): number | undefined => (port ? Number(port) : defaultPorts[protocol]);

/** A host without the brackets of an IPv6 address. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]/, "$1");
