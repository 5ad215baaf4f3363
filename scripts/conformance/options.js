// The options of `npm run conformance`.
const { existsSync } = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");

/** A mistake in how the script was called. */
class UsageError extends Error {}

/** Every option: in the usage, in what is parsed and, by a test, in docs/conformance.md. `value` is what follows it. */
const options = /** @type {const} */ ([
  {
    name: "base-url",
    value: "<url>",
    text: "the server, without /kubernetes; without it the suite starts embedded platforms",
  },
  {
    name: "access-key",
    value: "<key>",
    text: "a key that may do everything; PLATFORM_ACCESS_KEY keeps it off the command line",
  },
  { name: "vendor", value: "<domain>", text: "the domain in the API group, loft.sh if absent" },
  { name: "go-types", text: "the server serves the kinds as Go types, not as custom resources" },
  {
    name: "restricted-key",
    value: "<key>",
    text: "a key that may only read, where rights do not come from access keys; or CONFORMANCE_RESTRICTED_KEY",
  },
  { name: "ca-file", value: "<file>", text: "certificate authorities to trust besides the usual ones, in PEM" },
]);

/** @typedef {typeof options[number]["name"]} Name */

/** @param {typeof options[number]} option */
const written = (option) => `--${option.name}${"value" in option ? ` ${option.value}` : ""}`;

const usage = `Usage: npm run conformance -- [options]

Sends every row's request to a server and compares the answers. It makes objects whose names start with "conformance-"
and removes them again; nothing else is touched.

${options.map((option) => `  ${written(option).padEnd(24)}${option.text}`).join("\n")}
  --help                  show this

Exit code: 0 every answer is right, 1 some are not or the server cannot be used, 2 called in a wrong way.`;

/**
 * @typedef {object} Target the same as in test/emulator/conformance/target.ts
 * @property {string} baseUrl
 * @property {string} accessKey
 * @property {string} vendor
 * @property {boolean} goTypes
 * @property {string} [restrictedKey]
 */

/**
 * @typedef {object} Options
 * @property {Target} [target] absent for embedded platforms
 * @property {string} [caFile]
 */

/**
 * The options of the command line and the environment; throws a UsageError if they are invalid.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Options | "help"}
 */
function readOptions(args, env) {
  const values = parse(args);
  if (values.help) return "help";
  if (values["base-url"] === undefined) return withoutTarget(values);
  const accessKey = values["access-key"] || env.PLATFORM_ACCESS_KEY;
  if (!accessKey) throw new UsageError("No access key: set PLATFORM_ACCESS_KEY or give --access-key.");
  const restrictedKey = values["restricted-key"] || env.CONFORMANCE_RESTRICTED_KEY;
  const caFile = values["ca-file"] && path.resolve(values["ca-file"]);
  if (caFile && !existsSync(caFile)) throw new UsageError(`--ca-file: there is no file ${caFile}.`);
  return {
    target: {
      baseUrl: baseUrlOf(values["base-url"]),
      accessKey,
      vendor: values.vendor ?? "loft.sh",
      goTypes: values["go-types"] === true,
      ...(restrictedKey && { restrictedKey }),
    },
    ...(caFile && { caFile }),
  };
}

/**
 * @param {string[]} args
 * @returns {Partial<Record<Exclude<Name, "go-types">, string>> & { "go-types"?: boolean, help?: boolean }}
 */
function parse(args) {
  const known = Object.fromEntries(
    options.map((option) => [
      option.name,
      { type: /** @type {"string" | "boolean"} */ ("value" in option ? "string" : "boolean") },
    ]),
  );
  try {
    return parseArgs({ args, options: { ...known, help: { type: "boolean", short: "h" } }, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @param {ReturnType<typeof parse>} values */
function withoutTarget(values) {
  const useless = options.find(({ name }) => values[name]);
  if (useless) throw new UsageError(`--${useless.name} says something of a server: give its --base-url too.`);
  return {};
}

/** @param {string} text */
function baseUrlOf(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw new UsageError(`--base-url: "${text}" is no http or https address.`);
}

module.exports = { options, readOptions, usage, UsageError, written };
