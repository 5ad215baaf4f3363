// Prepares programs in Python, Go and TypeScript on the generated SDKs. Only tests need it, not the demo.
const { findProgram, searchPath } = require("../search");
const { step } = require("../../setup/step");
const { generatedSdk, obtainSdk } = require("./generatedSdk");
const { obtainPython, pythonProgram } = require("./pythonTools");

/**
 * Obtains what is missing, and leaves out what this machine cannot have: a test that needs it is skipped and says so.
 * @param {NodeJS.ProcessEnv} env one in which `pulumi` is found
 */
async function prepareLanguages(env) {
  await obtainPython(env);
  await prepare("nodejs", "TypeScript", "2 s", env);
  if (pythonProgram()) await prepare("python", "Python", "2 s", env);
  if (findProgram("go", searchPath(env.PATH))) await prepare("go", "Go", "90 s", env);
}

/**
 * @param {import("./generateSdk").SdkLanguage} language
 * @param {string} title
 * @param {string} usual
 * @param {NodeJS.ProcessEnv} env
 */
async function prepare(language, title, usual, env) {
  if (generatedSdk(language)) return;
  await step(
    `Generate the SDK for ${title}`,
    async (progress) => {
      const made = await obtainSdk(language, env);
      progress.title(
        made ? `SDK for ${title} generated` : `What the SDK for ${title} needs is not to be had from here`,
      );
    },
    usual,
  );
}

module.exports = { prepareLanguages };
