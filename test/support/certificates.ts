import { generateKeyPairSync } from "node:crypto";
import { isIP } from "node:net";
import forge from "node-forge";

/** A certificate and its private key, PEM both. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** The contents of a certificate. */
export interface Wanted {
  /** Names and addresses that it is for. */
  readonly names?: readonly string[];
  /** Days from now at which it ends; negative for one that has expired. */
  readonly days?: number;
  /** A key of its own. Other certificates share one, because generating a key takes a while. */
  readonly ownKey?: boolean;
}

/** A certificate authority. */
export interface Authority {
  /** PEM. */
  readonly cert: string;
  issue(wanted?: Wanted): Pair;
}

const dayMs = 24 * 60 * 60 * 1000;

const newKey = (): string =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  }).privateKey;

let shared: string | undefined;
const sharedKey = () => {
  shared ??= newKey();
  return shared;
};

/** Creates an untrusted certificate authority. */
export function newAuthority(name = "Authority of a test"): Authority {
  const key = newKey();
  const issuer = [{ name: "commonName", value: name }];
  const root = certificate(key, 365, issuer, issuer, [
    { name: "basicConstraints", critical: true, cA: true },
    { name: "keyUsage", critical: true, keyCertSign: true },
  ]);
  const cert = signed(root, key);
  return {
    cert,
    issue({ names = [], days = 365, ownKey = false } = {}) {
      const leafKey = ownKey ? newKey() : sharedKey();
      const altNames = names.map((each) => (isIP(each) ? { type: 7, ip: each } : { type: 2, value: each }));
      const leaf = certificate(
        leafKey,
        days,
        issuer,
        [{ name: "commonName", value: names[0] ?? "client" }],
        [
          { name: "basicConstraints", cA: false },
          { name: "extKeyUsage", serverAuth: true, clientAuth: true },
          ...(altNames.length > 0 ? [{ name: "subjectAltName", altNames }] : []),
        ],
      );
      return { cert: signed(leaf, key), key: leafKey };
    },
  };
}

let serial = 0;

function certificate(
  key: string,
  days: number,
  issuer: forge.pki.CertificateField[],
  subject: forge.pki.CertificateField[],
  extensions: object[],
): forge.pki.Certificate {
  const { n, e } = forge.pki.privateKeyFromPem(key);
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.setRsaPublicKey(n, e);
  serial += 1;
  made.serialNumber = `01${String(serial).padStart(8, "0")}`;
  made.validity.notBefore = new Date(Date.now() - 30 * dayMs);
  made.validity.notAfter = new Date(Date.now() + days * dayMs);
  made.setIssuer(issuer);
  made.setSubject(subject);
  made.setExtensions(extensions);
  return made;
}

function signed(made: forge.pki.Certificate, key: string): string {
  made.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}
