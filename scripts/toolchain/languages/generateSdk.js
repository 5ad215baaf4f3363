const fs = require("node:fs");
const path = require("node:path");
const { Failure, tail } = require("../../setup/failure");
const { run } = require("../../setup/processes");

/** @typedef {"nodejs" | "python" | "go"} SdkLanguage */

/**
 * Lets Pulumi generate the SDK of a language, untouched by what this user's Pulumi has installed.
 * @param {SdkLanguage} language
 * @param {string} schema
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env one in which `pulumi` is found
 * @returns {Promise<string>} the folder of the SDK, below the folder
 */
async function generateSdk(language, schema, folder, env) {
  const args = ["package", "gen-sdk", schema, "--language", language, "--out", folder, "--non-interactive"];
  const home = path.join(folder, "home");
  const { code, output } = await run("pulumi", args, {
    cwd: folder,
    env: { ...env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  if (code !== 0) throw new Failure(`Pulumi could not generate the SDK for ${language}:\n${tail(output)}`);
  fs.rmSync(home, { recursive: true, force: true });
  return path.join(folder, language);
}

module.exports = { generateSdk };
