// The SDKs that Pulumi generates of the schema, for programs that use the plugin.
const fs = require("node:fs");
const path = require("node:path");
const { generateSdk } = require("../setup/languages/generateSdk");

/** @typedef {import("./tarball").ArchivedFile} ArchivedFile */

/** @typedef {import("../setup/languages/generateSdk").SdkLanguage} SdkLanguage */

/**
 * The languages, as Pulumi names them.
 * @type {SdkLanguage[]}
 */
const sdkLanguages = ["nodejs", "python", "go"];

/**
 * Generates the SDK of a language.
 * @param {string} schema
 * @param {SdkLanguage} language
 * @param {string} folder an empty one
 * @param {NodeJS.ProcessEnv} env one in which `pulumi` and its language hosts are found
 * @returns {Promise<ArchivedFile[]>}
 */
const sdkFiles = async (schema, language, folder, env) => filesBelow(await generateSdk(language, schema, folder, env));

/**
 * @param {string} folder
 * @returns {ArchivedFile[]}
 */
function filesBelow(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    return { name: path.relative(folder, file).split(path.sep).join("/"), content: fs.readFileSync(file) };
  });
}

module.exports = { sdkFiles, sdkLanguages };
