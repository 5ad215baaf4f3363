import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
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
  const cert = read("certificate", certFile);
  const key = read("private key", keyFile);
  const certificate = parse(`${certFile} holds no certificate in PEM form`, () => new X509Certificate(cert));
  const privateKey = parse<KeyObject>(`${keyFile} holds no unencrypted private key in PEM form`, () =>
    createPrivateKey(key),
  );
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw new Error(
    `the key in ${keyFile} is not that of the certificate in ${certFile}. Give the two that belong together.`,
  );
}

const read = (what: string, file: string): string => accessFile("read", what, file, () => readFileSync(file, "utf8"));

function parse<T>(problem: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Error(`${problem} (${(error as Error).message})`);
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
