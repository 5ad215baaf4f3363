import { isRecord, type Properties, parsePath, sameValue, valueAt } from "../../../provider/objects/values";
import { blinded } from "../engine/blinded";
import type { Outcome } from "../engine/outcomes";
import type { Found, Values } from "./newFinding";
import { pointer } from "./pointer";
import { shortly } from "./shortly";

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
    const [expected, live] = pairs.find(([before, after]) => !sameValue(before, after)) ?? pairs[0] ?? [];
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
  return keys.filter((key) => !sameValue(before[key], after[key]));
}
