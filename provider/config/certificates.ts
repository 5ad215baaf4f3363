import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { Files } from "./login.js";

/** A client certificate and its key, PEM both, as far as they are set. */
export interface ClientPair {
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
}

/** Says whether a text holds a certificate in PEM form. */
export const isCertificate = (pem: string): boolean => certificateIn(pem) !== undefined;

/** The text of a certificate that may be given as a file. The schema rejects what cannot be read. */
export function certificateText(given: string, files: Files): string {
  try {
    return isCertificate(given) ? given : files.readFile(given.trim());
  } catch {
    return given;
  }
}

const firstLine = "-----BEGIN CERTIFICATE-----";

/** Says whether each certificate can be read that follows the first one; TLS takes none of them if one cannot be read. */
export const isWholeChain = (pem: string): boolean =>
  pem
    .split(firstLine)
    .slice(2)
    .every((each) => isCertificate(firstLine + each));

/** What keeps a text from being a private key in PEM form, or undefined. */
export function privateKeyProblem(pem: string): string | undefined {
  if (keyIn(pem)) return undefined;
  return /ENCRYPTED/.test(pem) ? "it is encrypted: give it without a passphrase" : "it is no private key in PEM form";
}

/** What is wrong with the pair although each part may be right, and which setting to change, or undefined. */
export function pairProblem({ clientCertificate, clientKey }: ClientPair) {
  if (clientCertificate && !clientKey) return { field: "clientKey", problem: "though clientCertificate is" };
  if (clientKey && !clientCertificate) return { field: "clientCertificate", problem: "though clientKey is" };
  if (!clientCertificate || !clientKey) return undefined;
  const [certificate, key] = [certificateIn(clientCertificate), keyIn(clientKey)];
  // What is no certificate or no key at all is told of that setting.
  if (!certificate || !key || certificate.checkPrivateKey(key)) return undefined;
  return { field: "clientKey", problem: "it is not the key of clientCertificate" };
}

function certificateIn(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
