import { readFileSync, rmSync } from "node:fs";
import type { Stack } from "./stack";

/**
 * A killed Pulumi may leave a truncated file of attributes beside a whole state. Deletes it, as docs/troubleshooting.md says;
 * returns whether it did.
 */
export function mendState({ stateFile }: Pick<Stack, "stateFile">): boolean {
  const attributes = `${stateFile}.attrs`;
  if (isWhole(attributes)) return false;
  rmSync(attributes);
  return true;
}

function isWhole(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, "utf8"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
