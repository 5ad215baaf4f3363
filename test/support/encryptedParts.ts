import type { ProgramKind } from "./project";

const signature = "4dabf18193072939515e22adb298388d";

interface Encrypted {
  inputs: string[];
  outputs: string[];
}

const nested = ["identity.connectorData", "key", "oidcLogin", "oidcProvider.nonce"];
// The engine tells secrets apart by top-level property here.
const whole = ["identity", "key", "oidcLogin", "oidcProvider"];

/** Ciphertext paths of a supplied and a generated key; an absent secret is an encrypted null. */
export const encryptedParts: Record<ProgramKind, { supplied: Encrypted; generated: Encrypted }> = {
  yaml: {
    supplied: { inputs: nested, outputs: nested },
    generated: { inputs: [], outputs: ["key", "oidcLogin"] },
  },
  typescript: {
    supplied: { inputs: whole, outputs: ["__inputs", ...whole] },
    generated: { inputs: [], outputs: ["__inputs", "key", "oidcLogin"] },
  },
};

const passwords = ["template.charts.0.password", "versions.0.template.charts.0.password"];

/** Ciphertext paths in the inputs and outputs of a template with the password of a chart. */
export const encryptedTemplate: Record<ProgramKind, [inputs: string[], outputs: string[]]> = {
  yaml: [passwords, passwords],
  typescript: [
    ["template", "versions"],
    ["__inputs", "template", "versions"],
  ],
};

/** The paths in a state at which a ciphertext stands. */
export function encryptedIn(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (signature in value) return "ciphertext" in value ? [at] : [];
  const members = Object.entries(value).flatMap(([key, member]) => encryptedIn(member, at ? `${at}.${key}` : key));
  return members.sort();
}
