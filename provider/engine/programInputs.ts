import { type Properties, withoutNulls } from "../objects/values.js";

/** The inputs of the program: no nulls, and no keys with `__`, which the engine and we reserve. */
export function programInputs(inputs: Properties): Properties {
  const own = Object.keys(inputs).some(isReserved)
    ? Object.fromEntries(Object.entries(inputs).filter(([key]) => !isReserved(key)))
    : inputs;
  return withoutNulls(own) as Properties;
}

/** Whether a property is reserved for the engine or the provider. */
export const isReserved = (key: string): boolean => key.startsWith("__") && key !== "__proto__";
