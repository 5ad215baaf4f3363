import * as z from "zod";
import { rulesOf } from "../objects/fields/fieldRules.js";
import { dnsLabel, objectName } from "../objects/fields/metadataFields.js";
import { filterOf } from "../objects/lifecycle/lifecycle.js";
import { allStored, lookUpStored } from "../objects/lifecycle/storedLookups.js";
import { noSuchObject, objectLabel } from "../objects/messages/messages.js";
import type { Listed } from "../objects/operation.js";
import { storedId } from "../objects/place.js";
import type { PlatformFunction, StoredResource } from "../objects/resource.js";
import { ResourceError } from "../objects/resourceError.js";

const limitInput = z.int().positive("must be 1 or more").describe("Maximum number of objects. Default all.").optional();

/** The functions `get<Type>` and `list<Type>s` of a resource with stored objects. */
export function lookupFunctions(resource: StoredResource): PlatformFunction[] {
  const { type, scope } = resource;
  const outputs = lookupFields(resource);
  return [
    {
      name: `get${type}`,
      description: `Looks up one ${type} by ${scope ? `${scope} and ` : ""}name, whoever made it. It is an error when there is none. Secrets are left out.`,
      inputs: z.strictObject({ ...scopeInput(resource), name: objectName.describe("Name of the object.") }),
      outputs,
      async call(context, args) {
        const id = storedId(resource, args);
        const found = await lookUpStored(context, resource, id);
        if (!found) throw new ResourceError(noSuchObject(objectLabel(type, id)));
        return found;
      },
    },
    {
      name: `list${type}s`,
      description: `Lists every ${type} that the provider's access key may see, whoever made it. Secrets are left out.`,
      inputs: filterOf(resource).extend({ limit: limitInput }),
      outputs: z.strictObject({
        items: z
          .array(outputs.meta({ id: `${type}Info`, description: `What the platform shows of one ${type}.` }))
          .describe("The objects, in the order of the platform."),
      }),
      async call(context, { limit, ...filter }) {
        const maxItems = limit as number | undefined;
        const items = await newestOfEach(allStored(context, resource, { filter, limit: maxItems }), maxItems);
        return { items: items.map(({ properties }) => properties) };
      },
    },
  ];
}

/** The input `project` or `namespace`, if the objects of the kind are in one. */
const scopeInput = ({ scope }: StoredResource) =>
  scope ? { [scope]: dnsLabel.describe(`The ${scope} of the object.`) } : {};

/** The newest version of each object, up to the limit. A restarted list repeats changed objects. */
async function newestOfEach(found: AsyncIterable<Listed>, limit = Number.POSITIVE_INFINITY): Promise<Listed[]> {
  const items = new Map<string, Listed>();
  for await (const item of found) {
    items.set(item.id, item);
    if (items.size >= limit) break;
  }
  return [...items.values()];
}

/** The fields of the platform's object, without secrets and local settings. */
function lookupFields({ inputs, outputs }: StoredResource): z.ZodObject {
  const fields = { ...optional(inputs.shape), ...outputs.shape, name: z.string().describe("Name of the object.") };
  const isShown = ([key, field]: [string, z.ZodType]) => {
    const { secret, local } = rulesOf(field);
    return !secret && !local && !hiddenFields.has(key);
  };
  return z.strictObject(Object.fromEntries(Object.entries<z.ZodType>(fields).filter(isShown)));
}

// extraSpec may contain secrets. externalChange is a comparison with a state, which lookups lack.
const hiddenFields: ReadonlySet<string> = new Set(["extraSpec", "externalChange"]);

const optional = (shape: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, field.optional()]));
