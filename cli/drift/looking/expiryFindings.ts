import type { Found } from "./newFinding";

/** When a key's end is worth a word. */
export interface ExpiryWatch {
  readonly now: Date;
  readonly expiringWithinSeconds: number;
  /** Whether its rotation is due, however far away the end is. */
  readonly isDue: boolean;
}

/** What there is to say of a key's end: whether it has come, comes soon, or is near enough for the rotation. */
export function expiryFindings(outputs: Readonly<Record<string, unknown>>, watch: ExpiryWatch): Found[] {
  const { expiresAt, disabled } = outputs;
  const secondsLeft = (Date.parse(String(expiresAt)) - watch.now.getTime()) / 1000;
  // A key without access has none to lose.
  if (Number.isNaN(secondsLeft) || disabled === true) return [];
  if (secondsLeft > watch.expiringWithinSeconds && !watch.isDue) return [];
  const isOver = secondsLeft <= 0;
  const then = watch.isDue ? "; the next pulumi up replaces it (rotateBeforeExpiry)" : "";
  const message = `The key ${isOver ? "expired" : "expires"} at ${expiresAt}${then}.`;
  return [{ kind: isOver ? "expired" : "expiring", path: "/expiresAt", message }];
}
