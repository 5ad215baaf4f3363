import { readFileSync, rmSync } from "node:fs";
import type { Stack } from "../../../../support/stack";

/**
 * Pulumi puts a new state into its file in one move, but empties and fills the file of attributes beside it: killed in between, it
 * leaves a whole state that nobody reads. As docs/troubleshooting.md says, the attributes can go. Says whether it was so.
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
