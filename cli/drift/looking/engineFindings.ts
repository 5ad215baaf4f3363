import { isRecord, type Properties, parsePath, semanticEqual, valueAt } from "../../../provider/objects/values";
import { blinded, type Outcome } from "../engine/outcomes";
import type { FindingKindName } from "../findingKinds";
import { type Found, pointer, shortly, type Values } from "./newFinding";

/** What the engine itself says of a change, for resources of other providers and where nobody could look closer. */
export function engineFindings({ old, new: now, paths }: Outcome): Found[] {
  // Inputs say what was declared; not every provider's read tells of them, and then outputs say what is there.
  const sides = [
    [valuesOf(old?.inputs), valuesOf(now?.inputs)],
    [valuesOf(old?.outputs), valuesOf(now?.outputs)],
  ] as const;
  const changed = paths && paths.length > 0 ? paths : [...new Set(sides.flatMap(differing))];
  if (changed.length === 0)
    return [{ kind: "changed", message: "The engine reports a change and does not say of what." }];
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
    const shown = [expected, live].map((value) => (value === undefined ? "nothing" : shortly(value)));
    return `${path}: ${shown.join(" became ")}.`;
  };

function valuesOf(properties: object | undefined): Properties {
  const values = blinded(properties ?? {});
  return isRecord(values) ? values : {};
}

function differing([before, after]: readonly [Properties, Properties]): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !key.startsWith("__"));
  return keys.filter((key) => !semanticEqual(before[key], after[key]));
}

/** When a key's end is worth a word. */
interface ExpiryWatch {
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
