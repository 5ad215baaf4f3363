import type { Naming, Problem } from "../operation.js";
import { type Properties, unknown } from "../values.js";

const maxGeneratedLength = 253;
/** A dash and seven random characters, as in Pulumi's autonaming. */
const suffixLength = 8;

/** Key under which Check lists generated inputs; the engine hides keys that begin with `__`. */
export const defaultsKey = "__defaults";

/** Whether the name was generated, so that a replacement can exist beside the old object. */
export function isAutonamed(inputs: Properties): boolean {
  return Array.isArray(inputs[defaultsKey]) && inputs[defaultsKey].includes("name");
}

/**
 * Sets the object's name: the declared one, else the previous one, else `generateName` or the
 * resource's name with a random suffix. A generated name is listed for {@link isAutonamed}.
 */
export function withName(inputs: Properties, previous: Properties | undefined, naming: Naming): Properties {
  if (inputs.name !== undefined) return inputs;
  const previousName = previous?.name;
  if (typeof previousName === "string")
    return { ...inputs, name: previousName, ...(isAutonamed(previous ?? {}) && listedAsGenerated) };
  const name = generatedName(inputs, naming);
  return name === undefined ? inputs : { ...inputs, name, ...listedAsGenerated };
}

const listedAsGenerated = { [defaultsKey]: ["name"] };

/** Unknown in a preview without a seed; undefined if autonaming is disabled. */
function generatedName({ generateName: prefix }: Properties, naming: Naming): string | typeof unknown | undefined {
  const { resourceName, suffix, proposal } = naming;
  if (prefix === unknown || suffix === unknown) return unknown;
  if (typeof prefix === "string") return prefix + suffix;
  if (proposal === "disabled") return undefined;
  if (proposal?.enforced) return proposal.name;
  return asDnsName(proposal?.name ?? `${resourceName}-${suffix}`);
}

/** Converts a text to an RFC 1123 subdomain: lower case, with dashes for invalid characters. */
export function asDnsName(text: string): string {
  const allowed = text.toLowerCase().replace(/[^a-z0-9.-]+/g, "-");
  const tidy = allowed.replace(/[-.]*\.[-.]*/g, ".").replace(/^[-.]+|[-.]+$/g, "");
  if (tidy.length <= maxGeneratedLength) return tidy || "object";
  // Shortens the text before the random suffix.
  return tidy.slice(0, maxGeneratedLength - suffixLength).replace(/[-.]+$/, "") + tidy.slice(-suffixLength);
}

/** Problem of a resource without a name while autonaming is disabled. */
export const noName: Problem = {
  property: "name",
  reason: "is required: autonaming is disabled for this resource. Set `name`, or `generateName` for a prefix.",
};
