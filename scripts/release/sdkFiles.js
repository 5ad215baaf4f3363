// The SDKs that Pulumi generates of the schema, for programs that use the plugin.
const fs = require("node:fs");
const path = require("node:path");
const { Failure, tail } = require("../setup/failure");
const { run } = require("../setup/processes");

/** @typedef {import("./tarball").ArchivedFile} ArchivedFile */

/** The languages, as Pulumi names them. */
const sdkLanguages = ["nodejs", "python", "go"];

/**
 * Generates the SDK of a language.
 * @param {string} clone a folder that is set up, since that obtained Pulumi and its language hosts
 * @param {string} language
 * @param {string} folder an empty one
 * @returns {Promise<ArchivedFile[]>}
 */
async function sdkFiles(clone, language, folder) {
  const noted = path.join(clone, "node_modules", ".cache", "pulumi-platform", "environment.json");
  /** @type {string[]} */
  const tools = JSON.parse(fs.readFileSync(noted, "utf8")).path;
  const PATH = [...tools, process.env.PATH].join(path.delimiter);
  const home = path.join(folder, "home");
  const env = { ...process.env, PATH, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const args = ["package", "gen-sdk", path.join(clone, "schema.json"), "--language", language, "--out", folder];
  const { code, output } = await run("pulumi", args, { cwd: folder, env });
  if (code !== 0) throw new Failure(`Pulumi could not generate the SDK for ${language}:\n${tail(output)}`);
  return filesBelow(path.join(folder, language));
}

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
