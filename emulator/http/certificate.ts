import { generateKeyPair, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { promisify } from "node:util";
import forge from "node-forge";

/** A server certificate in PEM texts; clients that are given `ca` trust it. */
export interface SelfSigned {
  /** The server's certificate. */
  cert: string;
  /** The server's private key. */
  key: string;
  /** The certificate that signed it; its own key is thrown away. */
  ca: string;
}

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const makePair = promisify(generateKeyPair);
const alwaysNamed = ["localhost", "127.0.0.1", "::1"];
const validDays = 365;
const dayMs = 24 * 60 * 60 * 1000;
const caName = [{ name: "commonName", value: "embedded platform CA" }];
const serverName = [{ name: "commonName", value: "embedded platform" }];

/** Makes a certificate for this machine and the given hosts, valid for a year from yesterday on. */
export async function selfSigned(hosts: readonly string[] = []): Promise<SelfSigned> {
  const [caKeys, keys] = await Promise.all([newKeys(), newKeys()]);
  const ca = newCertificate(caKeys, caName);
  ca.setExtensions([
    { name: "basicConstraints", critical: true, cA: true, pathLenConstraint: 0 },
    { name: "keyUsage", critical: true, keyCertSign: true, cRLSign: true },
    { name: "subjectKeyIdentifier" },
  ]);
  sign(ca, caKeys);
  const leaf = newCertificate(keys, serverName);
  leaf.setIssuer(caName);
  leaf.setExtensions([
    { name: "basicConstraints", critical: true, cA: false },
    { name: "keyUsage", critical: true, digitalSignature: true, keyEncipherment: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames: [...new Set([...alwaysNamed, ...hosts])].map(altName) },
    { name: "subjectKeyIdentifier" },
    { name: "authorityKeyIdentifier", keyIdentifier: ca.generateSubjectKeyIdentifier().getBytes() },
  ]);
  sign(leaf, caKeys);
  return { cert: forge.pki.certificateToPem(leaf), key: keys.privateKey, ca: forge.pki.certificateToPem(ca) };
}

// RSA, since node-forge signs with nothing else.
function newKeys(): Promise<KeyPair> {
  return makePair("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

function newCertificate(keys: KeyPair, name: forge.pki.CertificateField[]): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
  // A serial number is positive, so its first bit is not set.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = new Date(Date.now() - dayMs);
  certificate.validity.notAfter = new Date(Date.now() + validDays * dayMs);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  return certificate;
}

function sign(certificate: forge.pki.Certificate, keys: KeyPair): void {
  certificate.sign(forge.pki.privateKeyFromPem(keys.privateKey), forge.md.sha256.create());
}

function altName(host: string): { type: number; value?: string; ip?: string } {
  return isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host };
}
