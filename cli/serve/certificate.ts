import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { selfSigned } from "../../emulator/http/certificate";
import { isWildcard } from "../../emulator/http/listen";
import { defaultOptions } from "../../emulator/options";
import { npmName } from "../../provider/packageNames.js";
import { accessFile } from "../output";
import { option, UsageError } from "../program";

/** The options of HTTPS. */
export const tlsOptions = [
  option("--tls-cert <file>", "Serve HTTPS with this certificate (PEM); needs --tls-key"),
  option("--tls-key <file>", "The private key of the certificate (PEM)"),
  option("--tls-self-signed", "Serve HTTPS with a new certificate; its CA is written to a file"),
];

/** Values of `tlsOptions`. */
export interface TlsValues {
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsSelfSigned?: boolean;
}

interface Certificate {
  /** Certificate and key as PEM texts; undefined for HTTP. */
  tls?: { cert: string; key: string };
  /** File of the new CA; null if there is none. */
  caFile: string | null;
  /** Removes the file. */
  remove(): void;
}

const nothing = { caFile: null, remove: () => {} };

/** Reads the given certificate, or makes one for the host. */
export async function certificateOf(
  { tlsCert: certFile, tlsKey: keyFile, tlsSelfSigned: isSelfSigned }: TlsValues,
  host = defaultOptions.host,
): Promise<Certificate> {
  if (isSelfSigned && (certFile ?? keyFile) !== undefined) {
    throw new UsageError("--tls-self-signed makes a certificate, so --tls-cert and --tls-key cannot be given with it");
  }
  if (isSelfSigned) return newCertificate(isWildcard(host) ? namesOfThisMachine() : [host]);
  if (certFile === undefined && keyFile === undefined) return nothing;
  if (certFile === undefined) throw new UsageError("--tls-key needs --tls-cert, the certificate of the key");
  if (keyFile === undefined) throw new UsageError("--tls-cert needs --tls-key, the private key of the certificate");
  return { ...nothing, tls: readPair(certFile, keyFile) };
}

function readPair(certFile: string, keyFile: string): { cert: string; key: string } {
  const cert = accessFile("read", "certificate", certFile, () => readFileSync(certFile, "utf8"));
  const key = accessFile("read", "private key", keyFile, () => readFileSync(keyFile, "utf8"));
  if (isPair(cert, key)) return { cert, key };
  throw new Error(
    `${certFile} holds no certificate in PEM form, or ${keyFile} not its unencrypted private key. Give two that belong together.`,
  );
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

async function newCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { cert, key, ca } = await selfSigned(hosts);
  const folder = mkdtempSync(join(tmpdir(), `${npmName}-`));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, ca);
  return { tls: { cert, key }, caFile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return [hostname(), ...addresses.map(({ address }) => address)];
}
