import { readFileSync } from "node:fs";
import * as tls from "node:tls";

/** How far to trust the platform, and as whom to come there. */
export interface TlsOptions {
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** PEM, trusted besides the system's roots. */
  readonly certificateAuthority?: string | undefined;
  /** PEM, shown to a server that asks for one; together with `clientKey`. */
  readonly clientCertificate?: string | undefined;
  /** PEM. */
  readonly clientKey?: string | undefined;
}

/** The same in the words of node:tls. */
export type Trust = Pick<tls.TLSSocketOptions, "rejectUnauthorized" | "secureContext">;

/** What node:tls needs to trust the server; `env` is read for NODE_EXTRA_CA_CERTS. */
export function trust(options: TlsOptions, env: NodeJS.ProcessEnv): Trust {
  const rejectUnauthorized = !options.insecureSkipTlsVerify;
  const { certificateAuthority, clientCertificate, clientKey } = options;
  if (!certificateAuthority && !clientCertificate) return { rejectUnauthorized };
  // Made once: reading all roots for each connection would take longer than the request.
  const secureContext = tls.createSecureContext({
    ...(certificateAuthority && { ca: authorities(certificateAuthority, env) }),
    ...(clientCertificate && { cert: clientCertificate, key: clientKey }),
  });
  return { rejectUnauthorized, secureContext };
}

/** The given authority and the system's, since a `ca` given to node:tls replaces all roots. */
export function authorities(own: string, env: NodeJS.ProcessEnv): string[] {
  // Node.js before 22.15 cannot be asked for the default roots, so both sources are read here.
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  const system = getCACertificates?.("default") ?? [...tls.rootCertificates, ...extraRoots(env.NODE_EXTRA_CA_CERTS)];
  return [...system, own];
}

function extraRoots(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // Node itself only warns about a file it cannot read.
    return [];
  }
}
