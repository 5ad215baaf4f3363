import { z } from "zod";
import { rulesOf } from "../objects/fields.js";
import { noSuchObject, objectLabel } from "../objects/messages.js";
import { type Listed, type Lookups, type OperationContext, ResourceError } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";
import type { PlatformFunction } from "./platformFunction.js";
import type { Resource } from "./resource.js";

/** `get<Type>` and `list<Type>s` of a resource whose id is a name. */
export function lookupFunctions(resource: Resource & Lookups): PlatformFunction[] {
  const { type, filter } = resource;
  const shown = shownFields(resource);
  return [
    {
      name: `get${type}`,
      description: `Looks up one ${type} by name, whoever made it. It is an error when there is none. Secrets are left out.`,
      inputs: z.strictObject({ name: z.string().min(1).describe("Name of the object.") }),
      outputs: shown,
      async call(context, { name }) {
        const found = await resource.lookUp(context, String(name));
        if (!found) throw new ResourceError(noSuchObject(objectLabel(type, String(name))));
        return found;
      },
    },
    {
      name: `list${type}s`,
      description: `Lists every ${type} that the provider's access key may see, whoever made it. Secrets are left out.`,
      inputs: filter.extend({ limit: z.int().positive().describe("At most so many. The default is all.").optional() }),
      outputs: z.strictObject({
        items: z
          .array(shown.meta({ id: `${type}Info`, description: `What the platform shows of one ${type}.` }))
          .describe("The objects, in the order of the platform."),
      }),
      async call(context, { limit, ...narrowed }) {
        const items = await listed(resource, context, narrowed, limit as number | undefined);
        return { items: items.map(({ properties }) => properties) };
      },
    },
  ];
}

async function listed(resource: Lookups, context: OperationContext, filter: Properties, limit = Infinity) {
  const items: Listed[] = [];
  let token: string | undefined;
  do {
    const wanted = Number.isFinite(limit) ? limit - items.length : undefined;
    const page = await resource.list(context, { filter, limit: wanted, token });
    items.push(...page.items);
    token = page.token;
  } while (token !== "" && items.length < limit);
  return items.slice(0, limit);
}

/** Fields of the platform's object; what settles something on our side is no part of it. */
function shownFields({ inputs, outputs }: Resource): z.ZodObject {
  const fields = { ...optional(inputs.shape), ...outputs.shape, name: z.string().describe("Name of the object.") };
  const isShown = ([key, field]: [string, z.ZodType]) => {
    const { secret, local } = rulesOf(field);
    return !secret && !local && !notShown.has(key);
  };
  return z.strictObject(Object.fromEntries(Object.entries<z.ZodType>(fields).filter(isShown)));
}

// The one holds what no other field shows, secrets too; the other compares with a state, and there is none.
const notShown: ReadonlySet<string> = new Set(["extraSpec", "externalChange"]);

const optional = (shape: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, field.optional()]));
