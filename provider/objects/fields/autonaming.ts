import { inputMessages } from "../../messages/inputs.js";
import { message } from "../../messages/message.js";
import type { Naming, Problem } from "../operation.js";
import { type Properties, unknown } from "../values.js";

const maxLength = 253;
/** A dash and seven random characters, as the provider and Pulumi's autonaming add them. */
const suffixLength = 8;

/** Where Check notes which inputs it made up; the engine hides keys that begin with `__`. */
export const madeUp = "__defaults";

/** Whether the name was made up by the provider, so that a replacement can exist beside the old object. */
export function isNameMadeUp(inputs: Properties): boolean {
  return Array.isArray(inputs[madeUp]) && inputs[madeUp].includes("name");
}

/**
 * Fixes the object's name: the program's own, else the one it already has, else `generateName` or the resource's name
 * with a random suffix. A made-up name is noted, since only then can old and new exist side by side.
 */
export function withName(inputs: Properties, previous: Properties | undefined, naming: Naming): Properties {
  if (inputs.name !== undefined) return inputs;
  const kept = previous?.name;
  if (typeof kept === "string") return { ...inputs, name: kept, ...(isNameMadeUp(previous ?? {}) && noted) };
  const name = madeUpName(inputs.generateName, naming);
  return name === undefined ? inputs : { ...inputs, name, ...noted };
}

const noted = { [madeUp]: ["name"] };

function madeUpName(prefix: unknown, { resourceName, suffix, proposal }: Naming): Naming["suffix"] | undefined {
  if (prefix === unknown || suffix === unknown) return unknown;
  if (typeof prefix === "string") return prefix + suffix;
  if (proposal === "disabled") return undefined;
  if (proposal?.enforced) return proposal.name;
  return asDnsName(proposal?.name ?? `${resourceName}-${suffix}`);
}

/** A text as an RFC 1123 subdomain: lower case, with what is not allowed turned into dashes. */
export function asDnsName(text: string): string {
  const allowed = text.toLowerCase().replace(/[^a-z0-9.-]+/g, "-");
  const tidy = allowed.replace(/[-.]*\.[-.]*/g, ".").replace(/^[-.]+|[-.]+$/g, "");
  if (tidy.length <= maxLength) return tidy || "object";
  return tidy.slice(0, maxLength - suffixLength).replace(/[-.]+$/, "") + tidy.slice(-suffixLength);
}

/** What to say when no name may be made up and the program gives none. */
export const noName: Problem = {
  property: "name",
  reason: message(inputMessages.autonamingDisabled),
};
