import type { FindingKindName } from "../findingKinds";
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
  const found = (kind: FindingKindName, message: string): Found => ({ kind, path: "/expiresAt", message });
  return [
    ...(secondsLeft <= 0 ? [found("expired", `The key expired at ${expiresAt}.`)] : []),
    ...(isWithin(secondsLeft, watch) ? [found("expiring", `The key expires at ${expiresAt}.`)] : []),
    ...(watch.isDue ? [found("due", `The next pulumi up replaces the key, whose end is ${expiresAt}.`)] : []),
  ];
}

const isWithin = (secondsLeft: number, { expiringWithinSeconds }: ExpiryWatch) =>
  secondsLeft > 0 && secondsLeft <= expiringWithinSeconds;
