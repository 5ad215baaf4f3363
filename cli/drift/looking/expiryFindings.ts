import type { Found } from "./newFinding";

/** What there is to say of a key's end: whether it has come, or comes within so many seconds. */
export function expiryFindings(outputs: Readonly<Record<string, unknown>>, now: Date, withinSeconds: number): Found[] {
  const { expiresAt, disabled } = outputs;
  const end = typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.NaN;
  // A key without access has none to lose.
  if (Number.isNaN(end) || disabled === true || end > now.getTime() + withinSeconds * 1000) return [];
  const kind = end <= now.getTime() ? "expired" : "expiring";
  const message = `The key ${kind === "expired" ? "expired" : "expires"} at ${expiresAt}.`;
  return [{ kind, path: "/expiresAt", live: expiresAt, message }];
}
