import { readFileSync, rmSync } from "node:fs";
import type { Stack } from "./stack";

/**
 * Deletes a truncated attributes file that a killed Pulumi left beside a whole state,
 * as docs/troubleshooting.md says; returns whether it did.
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
