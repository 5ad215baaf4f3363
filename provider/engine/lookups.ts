import type * as z from "zod";
import { filterOf, listResources } from "../objects/lifecycle/lifecycle.js";
import { sentenceOf } from "../objects/messages/messages.js";
import { type Listing, type OperationContext, type PageRequest, ResourceError } from "../objects/operation.js";
import type { PlatformFunction, Resource } from "../objects/resource.js";
import { containsUnknown, type Properties, unknown } from "../objects/values.js";
import { fieldProblems } from "./fieldProblems.js";
import { programInputs } from "./programInputs.js";

/** The function of this name. */
export function functionOf(functions: readonly PlatformFunction[], name: string): PlatformFunction {
  const wanted = functions.find((each) => each.name === name);
  if (wanted) return wanted;
  const known = functions.map((each) => each.name).join(", ");
  throw new ResourceError(`This provider has no function ${JSON.stringify(name)}. It has: ${known}.`);
}

/** Calls a function. All outputs are unknown while an argument is unknown. */
export async function call(wanted: PlatformFunction, context: OperationContext, args: Properties): Promise<Properties> {
  const inputs = checked(wanted.name, wanted.inputs, args);
  return containsUnknown(inputs) ? unknownOutputs(wanted) : wanted.call(context, inputs);
}

/** The outputs of a function that cannot be called yet. */
export const unknownOutputs = ({ outputs }: PlatformFunction): Properties =>
  Object.fromEntries(Object.keys(outputs.shape).map((key) => [key, unknown]));

/** A page of the objects of a resource type, including those of other stacks and clients. */
export async function list(resource: Resource, context: OperationContext, page: PageRequest): Promise<Listing> {
  return listResources(context, resource, { ...page, filter: checked(resource.type, filterOf(resource), page.filter) });
}

function checked(name: string, fields: z.ZodObject, given: Properties): Properties {
  const inputs = programInputs(given);
  const problems = fieldProblems(fields, inputs);
  if (problems.length === 0) return inputs;
  throw new ResourceError(`Cannot look up ${name}: ${problems.map(sentenceOf).join(" ")}`);
}
