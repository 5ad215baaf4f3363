import { randomInt } from "node:crypto";

// Kubernetes' alphabet for suffixes: no vowels and no look-alikes, so that no words come out.
const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const maxPrefixLength = 58;
const attempts = 8;

/** Makes a name from a prefix, trying again a few times if it is taken. Without a prefix there is no name. */
export function generateName(prefix: string | undefined, isTaken: (name: string) => boolean): string {
  if (prefix === undefined) return "";
  let name = "";
  for (let attempt = 0; attempt < attempts; attempt++) {
    name = prefix.slice(0, maxPrefixLength) + randomSuffix();
    if (!isTaken(name)) break;
  }
  return name;
}

function randomSuffix(): string {
  return Array.from({ length: suffixLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}
