import type { z } from "zod";
import { rulesOf } from "../objects/fields.js";
import { type Properties, unknown } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { programInputs } from "./check.js";

/** Never planned: it is about what somebody else did, and a write clears it. */
const neverPlanned = new Set(["externalChange"]);

/** The state that a preview shows for a create: what is declared is known, what the server sets is not. */
export function plannedCreate(resource: Resource, inputs: Properties): Properties {
  return { ...computed(resource, () => unknown), ...programInputs(inputs) };
}

/** The state that a preview shows for an update: what an update in place cannot change stays known. */
export function plannedUpdate(resource: Resource, inputs: Properties, state: Properties): Properties {
  return {
    ...computed(resource, (key, field) => (rulesOf(field).stable ? state[key] : unknown)),
    ...programInputs(inputs),
  };
}

function computed(resource: Resource, value: (key: string, field: z.ZodType) => unknown): Properties {
  const fields = Object.entries<z.ZodType>(resource.outputs.shape).filter(([key]) => !neverPlanned.has(key));
  return Object.fromEntries(
    fields.map(([key, field]) => [key, value(key, field)] as const).filter(([, planned]) => planned !== undefined),
  );
}
