import { isRecord, type Properties, parsePath, semanticEqual, valueAt } from "../../../provider/cliFacade";
import { maskedEvent, type Outcome } from "../engine/refresh";
import type { FindingKindName } from "../findingKinds";
import { abbreviated, type Found, pointer, type Values } from "./finding";

/** The engine's own changes, for other providers and for objects that could not be read again. */
export function engineFindings({ old, new: now, paths }: Outcome): Found[] {
  // Inputs are what is declared, but not every provider's read returns them.
  const sides = [
    [valuesOf(old?.inputs), valuesOf(now?.inputs)],
    [valuesOf(old?.outputs), valuesOf(now?.outputs)],
  ] as const;
  const changed = paths && paths.length > 0 ? paths : [...new Set(sides.flatMap(differing))];
  const unspecific = "Changed (Pulumi did not report which field).";
  if (changed.length === 0) return [{ kind: "changed", message: unspecific }];
  return changed.map((text) => {
    const path = parsePath(text);
    const pairs = sides.map((side) => side.map((values) => valueAt(values, path)));
    const [expected, live] = pairs.find(([before, after]) => !semanticEqual(before, after)) ?? pairs[0] ?? [];
    return { kind: "changed", path: pointer(path), expected, live, message: becoming(text) };
  });
}

const becoming =
  (path: string) =>
  ({ expected, live }: Values): string => {
    const shown = [expected, live].map((value) => (value === undefined ? "nothing" : abbreviated(value)));
    return `${path}: ${shown.join(" became ")}.`;
  };

function valuesOf(properties: object | undefined): Properties {
  const values = maskedEvent(properties ?? {});
  return isRecord(values) ? values : {};
}

function differing([before, after]: readonly [Properties, Properties]): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !key.startsWith("__"));
  return keys.filter((key) => !semanticEqual(before[key], after[key]));
}

interface ExpiryWatch {
  readonly now: Date;
  readonly expiringWithinSeconds: number;
  /** Whether its rotation is due. */
  readonly isDue: boolean;
}

/** Whether a key has expired, expires soon, or is due for rotation. */
export function expiryFindings(outputs: Readonly<Record<string, unknown>>, watch: ExpiryWatch): Found[] {
  const { expiresAt, disabled } = outputs;
  const secondsLeft = (Date.parse(String(expiresAt)) - watch.now.getTime()) / 1000;
  // A disabled key grants no access.
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
