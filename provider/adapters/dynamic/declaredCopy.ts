import { isDeepStrictEqual } from "node:util";
import { isRecord, type Properties } from "../../objects/values.js";

/** Name of the reserved output with the declared inputs, which the protocol does not pass. */
export const inputsKey = "__inputs";

// The omitted inputs that equal an output, by name; true for all.
const sameKey = "__same";

/**
 * The outputs with a copy of the declared inputs. An input equal to an output is stored by name.
 * `fields` are the names of all possible inputs.
 */
export function withDeclared(outputs: Properties, inputs: Properties, fields: readonly string[]): Properties {
  const shown = shownIn(outputs, fields);
  const same = shown.filter((name) => Object.hasOwn(inputs, name) && isDeepStrictEqual(inputs[name], outputs[name]));
  const others = Object.entries(inputs).filter(([name]) => !same.includes(name));
  const names = same.length < shown.length ? same : true;
  return { ...outputs, [inputsKey]: { ...Object.fromEntries(others), [sameKey]: names } };
}

/** The declared inputs from the copy in the outputs. */
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
