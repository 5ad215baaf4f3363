import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

const endings = [".yaml", ".yml", ".json"];

/** Where a stack has no organization of Pulumi Cloud's, secrets are decrypted with what its file says. */
const ownBackend = /^(organization\/|[^/]+$)/;

/**
 * The file of a stack to which Pulumi would add an encryptionsalt if it were asked to decrypt, or undefined: this command writes nothing.
 * `fullName` is the stack's name with its organization.
 */
export function wouldWriteSalt(folder: string, fullName: string): string | undefined {
  if (!ownBackend.test(fullName)) return undefined;
  const files = endings.map((ending) => `Pulumi.${fullName.split("/").at(-1)}${ending}`);
  return files.find((file) => isWithoutSalt(join(folder, file)));
}

function isWithoutSalt(file: string): boolean {
  try {
    const text = readFileSync(file, "utf8");
    const quote = extname(file) === ".json" ? '"' : "";
    return !["encryptionsalt", "secretsprovider"].some((key) => text.includes(`${key}${quote}:`));
  } catch {
    // Without the file there is nothing to write to.
    return false;
  }
}
