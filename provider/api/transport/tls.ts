import { readFileSync } from "node:fs";
import * as tls from "node:tls";
import type { TlsOptions } from "../call.js";
import type { Trust } from "./proxy.js";

/** Converts TLS settings to options of node:tls; `env` may have NODE_EXTRA_CA_CERTS. */
export function trust(options: TlsOptions, env: NodeJS.ProcessEnv): Trust {
  const rejectUnauthorized = !options.insecureSkipTlsVerify;
  const { certificateAuthority, clientCertificate, clientKey } = options;
  if (!certificateAuthority && !clientCertificate) return { rejectUnauthorized };
  // Created once: loading all roots takes longer than a request.
  const secureContext = tls.createSecureContext({
    ...(certificateAuthority && { ca: authorities(certificateAuthority, env) }),
    ...(clientCertificate && { cert: clientCertificate, key: clientKey }),
  });
  return { rejectUnauthorized, secureContext };
}

/** The given authority and the system's roots: the option `ca` of node:tls replaces them. */
export function authorities(own: string, env: NodeJS.ProcessEnv): string[] {
  // Node.js before 22.15 has no function for the default roots, so both sources are read here.
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  const system = getCACertificates?.("default") ?? [...tls.rootCertificates, ...extraRoots(env.NODE_EXTRA_CA_CERTS)];
  return [...system, own];
}

function extraRoots(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // Node.js only warns about an unreadable file, too.
    return [];
  }
}
