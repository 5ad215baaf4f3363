import { envName } from "../config/settingWords.js";
import { providerConfig } from "../config.js";
import { type Json, objectOf, type Types } from "./fieldSpecs.js";

const settings = (types: Types) => Object.entries(objectOf(providerConfig, types, "set").properties);

/** The settings as a program reads them from the stack's configuration and the environment. */
export function configVariables(types: Types): Record<string, Json> {
  const variable = ([name, property]: [string, Json]) => [
    name,
    withEnvironment(name, withoutNamedType(property, types)),
  ];
  return Object.fromEntries(settings(types).map(variable));
}

/**
 * The settings as arguments of a Provider. An SDK would send a default, and what it finds in the environment, as if the
 * program had set it: over the login file, and into the state, where a key would be frozen.
 */
export function providerArguments(types: Types): Record<string, Json> {
  return Object.fromEntries(settings(types).map(([name, { default: _default, ...property }]) => [name, property]));
}

/** An SDK would take a list in the environment for one text, and hand a secret that it finds there to programs in clear text. */
function withEnvironment(name: string, property: Json): Json {
  return property.type === "array" || property.secret === true
    ? property
    : { ...property, defaultInfo: { environment: [envName(name)] } };
}

/** An SDK would read a value of a named type as JSON, but one of a few words stands in the configuration as it is. */
function withoutNamedType({ $ref, ...property }: Json, types: Types): Json {
  if (typeof $ref !== "string") return property;
  const { type, enum: words } = types[$ref.replace("#/types/", "")] as Json & { enum: Json[] };
  const meanings = words.map(({ value, description }) => `\`${value}\`: ${description}`);
  return { type, ...property, description: [property.description, ...meanings].join(" ") };
}
