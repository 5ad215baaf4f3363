import { InitializationError, type Stored } from "./operation.js";

/** Nobody knows whether the object exists, or holds what only its answer said. State without a uid says so, and the next update finds out. */
export function unfinished(label: string, stored: Stored, reason: string, cause?: unknown): InitializationError {
  const message = `${label} may or may not have been created: ${reason} Run pulumi up again: it looks for the object first.`;
  return new InitializationError(stored, [message], { cause });
}
