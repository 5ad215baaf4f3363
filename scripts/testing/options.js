// The arguments of `npm test` and `npm run test:full`.
const { Failure } = require("../setup/failure");
const { parts, quick } = require("./parts");

/** @typedef {import("./parts").Part} Part */

const usage = "Usage: npm run test:full -- [--list] [--part NAME]… [arguments of jest]";

/**
 * The parts to run and the arguments that go to jest. A name chooses every part that begins with it, so `mutation` chooses three.
 * @param {string[]} given
 * @returns {{ chosen: readonly Part[], jestArgs: string[], isList: boolean }}
 * @throws {Failure} for an unknown part, and for arguments of jest without a part that runs jest
 */
function readOptions(given) {
  if (!given.includes("--full")) return { chosen: [quick], jestArgs: given, isList: false };
  const args = given.flatMap((arg) => (arg.startsWith("--part=") ? ["--part", arg.slice("--part=".length)] : [arg]));
  const names = args.flatMap((arg, index) => (args[index - 1] === "--part" ? [arg] : []));
  const jestArgs = args.filter(
    (arg, index) => !["--full", "--list", "--part"].includes(arg) && args[index - 1] !== "--part",
  );
  if (args.at(-1) === "--part") throw new Failure(`--part needs the name of a part.\n${usage}`);
  if (names.length === 0 && jestArgs.length > 0) throw new Failure(`Arguments of jest need a --part.\n${usage}`);
  const chosen = names.length > 0 ? names.flatMap(partsNamed) : parts;
  if (jestArgs.length > 0 && chosen.some((part) => part.mutants)) {
    throw new Failure("The part mutation takes no arguments. For one file: npm run mutation -- FILE");
  }
  return { chosen: [...new Set(chosen)], jestArgs, isList: args.includes("--list") };
}

/** @param {string} name */
function partsNamed(name) {
  const found = parts.filter((part) => part.name === name || part.name.startsWith(`${name}-`));
  if (found.length === 0) {
    throw new Failure(`There is no part "${name}". Parts: ${parts.map((part) => part.name).join(", ")}.\n${usage}`);
  }
  return found;
}

module.exports = { readOptions };
