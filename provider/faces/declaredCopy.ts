import { isDeepStrictEqual } from "node:util";
import { isRecord, type Properties } from "../objects/values.js";

/** Name of the reserved output that holds the declared inputs, which the dynamic protocol does not keep for its methods. */
export const inputsKey = "__inputs";

// Stands in the copy for the inputs that an output of the same name holds as well: their names, or true for all outputs that are inputs.
const sameKey = "__same";

/** The outputs with a copy of the declared inputs, in which those that an output equals stand by their names only. `fields` are all inputs there are. */
export function withDeclared(outputs: Properties, inputs: Properties, fields: readonly string[]): Properties {
  const shown = shownIn(outputs, fields);
  const same = shown.filter((name) => Object.hasOwn(inputs, name) && isDeepStrictEqual(inputs[name], outputs[name]));
  const others = Object.entries(inputs).filter(([name]) => !same.includes(name));
  const names = same.length < shown.length ? same : true;
  return { ...outputs, [inputsKey]: { ...Object.fromEntries(others), [sameKey]: names } };
}

/** The declared inputs that outputs hold. */
export function declaredIn(outputs: Properties, fields: readonly string[]): Properties {
  const copy = outputs[inputsKey];
  if (!isRecord(copy)) return {};
  const { [sameKey]: same = [], ...inputs } = copy;
  const isSame = (name: string) => same === true || (Array.isArray(same) && same.includes(name));
  const names = shownIn(outputs, fields).filter(isSame);
  return { ...inputs, ...Object.fromEntries(names.map((name) => [name, outputs[name]])) };
}

const shownIn = (outputs: Properties, fields: readonly string[]) =>
  fields.filter((name) => Object.hasOwn(outputs, name) && outputs[name] !== null);
