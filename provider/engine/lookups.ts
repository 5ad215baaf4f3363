import type * as z from "zod";
import { filterOf, listResources } from "../objects/lifecycle/lifecycle.js";
import { sentenceOf } from "../objects/messages/messages.js";
import { type Context, type Listing, type PageRequest, ResourceError } from "../objects/operation.js";
import type { PlatformFunction, Resource } from "../objects/resource.js";
import { containsUnknown, type Marked, type Properties, textsAt, unknown } from "../objects/values.js";
import { fieldProblems } from "./check.js";
import { programInputs, secretPaths } from "./markedValues.js";
import { type Diagnostics, guarded, type Session } from "./session.js";

/** The function of this name. */
export function functionOf(functions: readonly PlatformFunction[], name: string): PlatformFunction {
  const wanted = functions.find((each) => each.name === name);
  if (wanted) return wanted;
  const known = functions.map((each) => each.name).join(", ");
  throw new ResourceError(`This provider has no function ${JSON.stringify(name)}. It has: ${known}.`);
}

/** The context of a lookup with these arguments. */
export function lookupContext(
  session: Session,
  resources: readonly Resource[],
  { properties, secrets }: Marked,
  diagnostics: Diagnostics,
): Context {
  const owner = { project: "", stack: "", type: "", name: "" };
  const values = { secrets: textsAt(properties, secrets), secretPaths: resources.flatMap(secretPaths) };
  return session.context({ method: "read", owner, ...values, diagnostics });
}

/** Calls a function. All outputs are unknown while a setting or argument is unknown. */
export async function call(
  wanted: PlatformFunction,
  context: Context | undefined,
  args: Properties,
): Promise<Properties> {
  if (!context) return unknownOutputs(wanted);
  return guarded(context, async () => {
    const inputs = checked(wanted.name, wanted.inputs, args);
    return containsUnknown(inputs) ? unknownOutputs(wanted) : wanted.call(context, inputs);
  });
}

/** The outputs of a function that cannot be called yet. */
const unknownOutputs = ({ outputs }: PlatformFunction): Properties =>
  Object.fromEntries(Object.keys(outputs.shape).map((key) => [key, unknown]));

/** A page of the objects of a resource type, including those of other stacks, with ids for `pulumi import`. */
export async function list(resource: Resource, context: Context, page: PageRequest): Promise<Listing> {
  return guarded(context, async () => {
    const filter = checked(resource.type, filterOf(resource), page.filter);
    return listResources(context, resource, { ...page, filter });
  });
}

function checked(name: string, fields: z.ZodObject, given: Properties): Properties {
  const inputs = programInputs(given);
  const problems = fieldProblems(fields, inputs);
  if (problems.length === 0) return inputs;
  throw new ResourceError(`Cannot look up ${name}: ${problems.map(sentenceOf).join(" ")}`);
}
