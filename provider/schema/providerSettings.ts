import { providerConfig } from "../config/config.js";
import { envName } from "../settingNames.js";
import { type Json, objectOf, type Types } from "./fieldSpecs.js";

/** The settings by name, with their schema. */
export const settings = (types: Types) => Object.entries(objectOf(providerConfig, types, "set").properties);

/** The settings as an SDK reads them from stack configuration and environment. */
export function configVariables(types: Types): Record<string, Json> {
  const variable = ([name, property]: [string, Json]) => [
    name,
    withEnvironment(name, withoutNamedType(property, types)),
  ];
  return Object.fromEntries(settings(types).map(variable));
}

/**
 * The settings as arguments of a Provider, without defaults and environment variables. An SDK would
 * send them as if the program had set them: over the login file, and into the state.
 */
export function providerArguments(types: Types): Record<string, Json> {
  return Object.fromEntries(settings(types).map(([name, { default: _default, ...property }]) => [name, property]));
}

/** Not for lists and secrets: an SDK reads a list as one text, and a secret in clear text. */
function withEnvironment(name: string, property: Json): Json {
  return property.type === "array" || property.secret === true
    ? property
    : { ...property, defaultInfo: { environment: [envName(name)] } };
}

/** An SDK would read a named type as JSON, but an enum is plain text in configuration. */
function withoutNamedType({ $ref, ...property }: Json, types: Types): Json {
  if (typeof $ref !== "string") return property;
  const { type, enum: words } = types[$ref.replace("#/types/", "")] as Json & { enum: Json[] };
  const meanings = words.map(({ value, description }) => `\`${value}\`: ${description}`);
  return { type, ...property, description: [property.description, ...meanings].join(" ") };
}
