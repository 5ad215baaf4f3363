import { X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { Files } from "./login.js";

/** Says whether a text holds a certificate in PEM form. */
export function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem));
  } catch {
    return false;
  }
}

/** The text of a certificate or of its file. The schema rejects what cannot be read. */
export function certificateText(given: string, files: Files): string {
  try {
    return isCertificate(given) ? given : files.readFile(given.trim());
  } catch {
    return given;
  }
}

/** Whether TLS accepts a chain of certificates, a key without a passphrase, or both as a pair. */
export function isIdentity(parts: Pick<SecureContextOptions, "cert" | "key">): boolean {
  try {
    return Boolean(createSecureContext(parts));
  } catch {
    return false;
  }
}

/** What is wrong with two settings together, which zod does not see. */
export interface PairProblem {
  readonly code: "pair";
  readonly path: readonly string[];
  readonly message: string;
}

/** What is wrong with the pair although each part may be right, and which setting to change. */
export function pairProblem({
  clientCertificate: cert,
  clientKey: key,
}: Readonly<Record<string, unknown>>): PairProblem | undefined {
  const problem = (field: string, message: string): PairProblem => ({ code: "pair", path: [field], message });
  if (cert && !key) return problem("clientKey", "though clientCertificate is");
  if (key && !cert) return problem("clientCertificate", "though clientKey is");
  if (typeof cert !== "string" || typeof key !== "string" || isIdentity({ cert, key })) return undefined;
  // What is no certificate or no key at all is told of that setting.
  if (!isIdentity({ cert }) || !isIdentity({ key })) return undefined;
  return problem("clientKey", "it is not the key of clientCertificate");
}
