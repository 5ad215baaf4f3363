// A Go program on the generated SDK, as `pulumi package add` would have left it.
const fs = require("node:fs");
const path = require("node:path");
const { programFile } = require("../../setup/paths");

/**
 * Writes all but the program: the module with the SDK in its place.
 * @param {string} folder
 * @param {string} sdk
 */
function goProject(folder, sdk) {
  fs.mkdirSync(path.join(folder, "sdks"), { recursive: true });
  for (const file of ["go.mod", "go.sum"]) fs.copyFileSync(path.join(__dirname, file), path.join(folder, file));
  fs.cpSync(sdk, path.join(folder, "sdks", "vcluster-platform"), { recursive: true });
}

/**
 * How the program is compiled. Without what debuggers want it takes half the time.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
function goCompilation(folder, env) {
  const binary = path.join(folder, programFile("program"));
  return { args: ["build", "-ldflags=-s -w", "-o", binary, "."], binary, env: { ...env, GOWORK: "off", PWD: folder } };
}

module.exports = { goProject, goCompilation };
