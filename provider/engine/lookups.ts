import type * as z from "zod";
import { filterOf, listResources } from "../objects/lifecycle/lifecycle.js";
import { sentenceOf } from "../objects/messages/messages.js";
import type { Context, Listing, PageRequest } from "../objects/operation.js";
import type { PlatformFunction, Resource } from "../objects/resource.js";
import { ResourceError } from "../objects/resourceError.js";
import { containsUnknown, type MarkedProperties, type Properties, textsAt, unknown } from "../objects/values.js";
import { fieldProblems } from "./check.js";
import { programInputs, secretPaths } from "./markedValues.js";
import { type Diagnostics, runGuarded, type Session } from "./session.js";

/** The function of this name. */
export function functionOf(functions: readonly PlatformFunction[], name: string): PlatformFunction {
  const found = functions.find((each) => each.name === name);
  if (found) return found;
  const names = functions.map((each) => each.name).join(", ");
  throw new ResourceError(`This provider has no function ${JSON.stringify(name)}. It has: ${names}.`);
}

/** A function call or a list, and the resource types whose secrets its responses may contain. */
interface LookupRequest {
  readonly resources: readonly Resource[];
  readonly args: MarkedProperties;
  readonly diagnostics: Diagnostics;
}

/** The context of a function call or a list. */
export function lookupContext(session: Session, { resources, args, diagnostics }: LookupRequest): Context {
  // A lookup belongs to no resource.
  const owner = { project: "", stack: "", type: "", name: "" };
  const values = { secrets: textsAt(args.properties, args.secrets), secretPaths: resources.flatMap(secretPaths) };
  return session.context({ method: "read", owner, ...values, diagnostics });
}

/** Calls a function. All outputs are unknown while a setting or argument is unknown. */
export async function invokeFunction(
  context: Context | undefined,
  platformFunction: PlatformFunction,
  args: Properties,
): Promise<Properties> {
  // No context: a provider setting is unknown.
  if (!context) return unknownOutputs(platformFunction);
  return runGuarded(context, async () => {
    const inputs = validArguments(platformFunction.name, platformFunction.inputs, args);
    return containsUnknown(inputs) ? unknownOutputs(platformFunction) : platformFunction.call(context, inputs);
  });
}

/** The outputs of a function that cannot be called yet. */
const unknownOutputs = ({ outputs }: PlatformFunction): Properties =>
  Object.fromEntries(Object.keys(outputs.shape).map((key) => [key, unknown]));

/** A page of all objects of a resource type, with ids for `pulumi import`. */
export async function list(context: Context, resource: Resource, page: PageRequest): Promise<Listing> {
  return runGuarded(context, async () => {
    const filter = validArguments(resource.type, filterOf(resource), page.filter);
    return listResources(context, resource, { ...page, filter });
  });
}

function validArguments(name: string, fields: z.ZodObject, args: Properties): Properties {
  const inputs = programInputs(args);
  const problems = fieldProblems(fields, inputs);
  if (problems.length === 0) return inputs;
  throw new ResourceError(`Cannot look up ${name}: ${problems.map(sentenceOf).join(" ")}`);
}
