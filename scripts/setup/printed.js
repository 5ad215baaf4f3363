const { Failure, tail } = require("./failure");
const { run } = require("./processes");

/**
 * The output of a program that must succeed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} where
 */
async function printed(command, args, where) {
  const { code, output } = await run(command, args, where);
  if (code !== 0) throw new Failure(`${command} ${args.join(" ")} failed:\n${tail(output)}`);
  return output;
}

module.exports = { printed };
