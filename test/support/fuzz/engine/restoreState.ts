import { copyFileSync, readFileSync } from "node:fs";
import type { Stack } from "../../stack";

/**
 * An engine that is killed while it writes a state into a file leaves half of it, beside a copy of the one before, which a user puts
 * back. Says whether it was so.
 */
export function restoreState({ stateFile }: Stack): boolean {
  if (isWhole(stateFile)) return false;
  copyFileSync(`${stateFile}.bak`, stateFile);
  return true;
}

function isWhole(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, "utf8"));
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
