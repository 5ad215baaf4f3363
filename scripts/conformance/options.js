// What `npm run conformance` is asked to do.
const { existsSync } = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");

/** A mistake in how the script was called. */
class UsageError extends Error {}

const usage = `Usage: npm run conformance -- [options]

Sends every recorded request to a server and compares the answers. It makes objects whose names start with
"conformance-" and removes them again; nothing else is touched. Without --base-url it starts embedded platforms.

  --base-url <url>        The server, without /kubernetes
  --access-key <key>      A key that may do everything; better given as PLATFORM_ACCESS_KEY
  --restricted-key <key>  A key that may only read, for a server whose rights do not come from its access keys;
                          better given as CONFORMANCE_RESTRICTED_KEY
  --vendor <domain>       The domain in the API group (loft.sh)
  --go-types              The server serves the kinds as Go types, not as custom resources
  --ca-file <file>        Certificate authorities to trust besides the usual ones, in PEM
  --help                  Show this

Exit code: 0 every answer is right, 1 some are not or the server cannot be used, 2 called in a wrong way.`;

const known = /** @type {const} */ ({
  "base-url": { type: "string" },
  "access-key": { type: "string" },
  "restricted-key": { type: "string" },
  vendor: { type: "string" },
  "go-types": { type: "boolean" },
  "ca-file": { type: "string" },
  help: { type: "boolean", short: "h" },
});

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

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: known, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Record<string, unknown>} values */
function withoutTarget(values) {
  const useless = ["access-key", "restricted-key", "vendor", "go-types", "ca-file"].filter((name) => values[name]);
  if (useless.length > 0) throw new UsageError(`--${useless[0]} says something of a server: give its --base-url too.`);
  return {};
}

/** @param {string} text */
function baseUrlOf(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw new UsageError(`--base-url: "${text}" is no http or https address.`);
}

module.exports = { readOptions, usage, UsageError };
