// The reference pages, as texts.

/** @typedef {import("./schemaTypes.js").Schema} Schema */
/** @typedef {import("./schemaTypes.js").Property} Property */
/** @typedef {import("./schemaTypes.js").TypeSpec} TypeSpec */
/** @typedef {import("./schemaTypes.js").ObjectSpec} ObjectSpec */

const header = "<!-- Generated from the zod definitions by `npm run generate`. Do not edit. -->\n\n";

/** @param {string} ref */
const nameOf = (ref) => ref.split(":").at(-1) ?? ref;

/**
 * @param {TypeSpec} spec
 * @returns {string}
 */
function typeOf(spec) {
  if (spec.oneOf) return spec.oneOf.map(typeOf).join(" or ");
  if (spec.items) return `list of ${typeOf(spec.items)}`;
  if (spec.additionalProperties) return `map of ${typeOf(spec.additionalProperties)}`;
  if (spec.$ref === "pulumi.json#/Any") return "any value";
  if (spec.$ref) return `[${nameOf(spec.$ref)}](#${nameOf(spec.$ref).toLowerCase()})`;
  return spec.type ?? "any value";
}

/**
 * Text for a cell of a table; what is not code must not look like a tag.
 * @param {string} text
 */
const prose = (text) =>
  text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part.replaceAll("<", "&lt;") : part))
    .join("`")
    .replaceAll("|", "\\|");

/**
 * @param {Record<string, Property>} properties
 * @param {readonly string[]} required
 */
function table(properties, required) {
  const rows = Object.entries(properties).map(([key, property]) => {
    const marks = [
      required.includes(key) && "required",
      property.secret && "secret",
      property.willReplaceOnChanges && "replaces",
      property.deprecationMessage && "deprecated",
    ].filter(Boolean);
    const text = [property.description, property.deprecationMessage].filter(Boolean).join(" ");
    return `| \`${key}\` | ${typeOf(property)} | ${marks.join(", ")} | ${prose(text)} |\n`;
  });
  return `| property | type | | meaning |\n|---|---|---|---|\n${rows.join("")}`;
}

/**
 * The named types that these properties use, each once, in the order of their first use.
 * @param {Schema} schema
 * @param {Record<string, Property>} properties
 * @param {Set<string>} seen
 * @returns {string[]}
 */
function typesOf(schema, properties, seen = new Set()) {
  for (const ref of Object.values(properties).flatMap(refsOf)) {
    if (seen.has(ref)) continue;
    seen.add(ref);
    typesOf(schema, schema.types[ref]?.properties ?? {}, seen);
  }
  return [...seen];
}

/**
 * @param {TypeSpec} spec
 * @returns {string[]}
 */
function refsOf(spec) {
  const inner = [spec.items, spec.additionalProperties, ...(spec.oneOf ?? [])].filter((each) => each !== undefined);
  const own = spec.$ref?.startsWith("#/types/") ? [spec.$ref.replace("#/types/", "")] : [];
  return [...own, ...inner.flatMap(refsOf)];
}

/**
 * @param {Schema} schema
 * @param {string} name
 */
export function resourcePage(schema, name) {
  const spec = schema.resources[`platform:index:${name}`];
  if (!spec) throw new Error(`The schema has no resource ${name}.`);
  const outputs = Object.entries(spec.properties).filter(
    ([key]) => !(key in spec.inputProperties) || isOwnOutput(spec, key),
  );
  const types = typesOf(schema, { ...spec.inputProperties, ...Object.fromEntries(outputs) });
  return [
    `${header}# ${name}\n\n${spec.description}\n`,
    `Type token: \`platform:index:${name}\`.\n`,
    `## Inputs\n\n${table(spec.inputProperties, spec.requiredInputs ?? [])}`,
    `## Outputs\n\nAll inputs are outputs too. The platform adds:\n\n${table(Object.fromEntries(outputs), [])}`,
    ...types.map((token) => typeSection(token, schema.types[token])),
  ].join("\n");
}

/** @param {Schema} schema */
export function functionsPage(schema) {
  const functions = Object.entries(schema.functions);
  const used = functions.flatMap(([, { inputs, outputs }]) => [inputs, outputs]);
  const types = typesOf(schema, Object.assign({}, ...used.map(({ properties }, at) => keyed(properties, at))));
  return [
    `${header}# Functions\n\nThey look something up and write nothing. What they answer holds no secret.\n`,
    ...functions.map(([token, { description, inputs, outputs }]) =>
      [
        `## ${nameOf(token)}\n\n${description}\n\nToken: \`${token}\`.\n`,
        `### What it is asked\n\n${table(inputs.properties, inputs.required ?? [])}`,
        `### What it answers\n\n${table(outputs.properties, outputs.required ?? [])}`,
      ].join("\n"),
    ),
    ...types.map((token) => typeSection(token, schema.types[token])),
  ].join("\n");
}

/**
 * Properties of several functions beside each other, whatever their names.
 * @param {Record<string, Property>} properties
 * @param {number} at
 */
const keyed = (properties, at) =>
  Object.fromEntries(Object.entries(properties).map(([key, property]) => [`${at}.${key}`, property]));

/**
 * An input that the platform may fill in, so that it is described as an output of its own.
 * @param {import("./schemaTypes.js").ResourceSpec} spec
 * @param {string} key
 */
const isOwnOutput = (spec, key) => spec.properties[key]?.description !== spec.inputProperties[key]?.description;

/**
 * @param {string} token
 * @param {ObjectSpec | undefined} spec
 */
function typeSection(token, spec) {
  return `## ${nameOf(token)}\n\n${spec?.description ?? ""}\n\n${table(spec?.properties ?? {}, spec?.required ?? [])}`;
}

/**
 * @param {Schema} schema
 * @param {(setting: string) => string} envName the environment variable of a setting
 */
export function configurationPage(schema, envName) {
  const rows = Object.entries(schema.config.variables).map(([key, property]) => {
    const initial = property.default === undefined ? "" : `\`${JSON.stringify(property.default)}\``;
    return `| \`platform:${key}\` | \`${envName(key)}\` | ${initial} | ${prose(property.description ?? "")}${property.secret ? " Secret." : ""} |\n`;
  });
  return [
    `${header}# Configuration\n`,
    "A value is looked for in this order: an explicit `Provider` (plugin face) or the stack's configuration, the environment, the login file",
    "of the platform's command line (`~/.vcluster/config.json`, then `~/.loft/config.json`; read only), the default.\n",
    `| stack configuration | environment | default | meaning |\n|---|---|---|---|\n${rows.join("")}`,
  ].join("\n");
}
