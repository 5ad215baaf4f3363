import { isRecord, type Properties, parsePath, sameValue, valueAt } from "../../../provider/objects/values";
import { blinded } from "../engine/blinded";
import type { Outcome } from "../engine/outcomes";
import type { Found } from "./newFinding";
import { pointer } from "./pointer";
import { shortly } from "./shortly";

/** What the engine itself says of a change, for resources of other providers and where nobody could look closer. */
export function engineFindings({ old, new: now, paths }: Outcome): Found[] {
  const [before, after] = [valuesOf(old), valuesOf(now)];
  const changed = paths && paths.length > 0 ? paths : differing(before, after);
  if (changed.length === 0)
    return [{ kind: "changed", message: "The engine reports a change and does not say of what." }];
  return changed.map((text) => {
    const path = parsePath(text);
    const [expected, live] = [valueAt(before, path), valueAt(after, path)];
    const shown = [expected, live].map((value) => (value === undefined ? "nothing" : shortly(value)));
    return { kind: "changed", path: pointer(path), expected, live, message: `${text}: ${shown.join(" became ")}.` };
  });
}

/** Inputs say what was declared; outputs what else there is. */
function valuesOf(state: Outcome["old"]): Properties {
  const [inputs, outputs] = [blinded(state?.inputs ?? {}), blinded(state?.outputs ?? {})];
  return { ...(isRecord(outputs) ? outputs : {}), ...(isRecord(inputs) ? inputs : {}) };
}

function differing(before: Properties, after: Properties): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !key.startsWith("__"));
  return keys.filter((key) => !sameValue(before[key], after[key]));
}
