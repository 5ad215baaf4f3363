// The parts of `npm run test:full`, and the arguments that choose them.
const { Failure } = require("../setup/failure");

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title what the part proves
 * @property {import("../toolchain/goTools").Tool[]} tools what set-up obtains for it
 * @property {string[]} folders of tests, below `test`
 * @property {string[]} projects of jest that it runs
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string[]} [mutants] folders of the provider that are mutated; the part has no tests of
 *   its own
 */

/** @typedef {Part["tools"]} Tools */

/** @type {Tools} */
const engine = ["pulumi", "yaml"];
/** @type {Tools} */
const everything = [...engine, "languages"];

/**
 * @param {string} name
 * @param {string} title
 * @param {Tools} tools
 * @param {Partial<Part>} [more]
 * @returns {Part}
 */
const part = (name, title, tools, more = {}) => ({
  name,
  title,
  tools,
  folders: [`parts/${name}`],
  projects: [name],
  ...more,
});

/**
 * @param {string} folder
 * @returns {Part}
 */
const mutation = (folder) =>
  part(`mutation-${folder}`, `unit tests kill the mutants of provider/${folder}`, [], {
    folders: [],
    projects: [],
    mutants: [`provider/${folder}`],
  });

/**
 * Each takes at most 30 minutes on two cores, mutants some hours.
 * @type {readonly Part[]}
 */
const parts = [
  part("faults", "lost responses, broken networks, cancels and concurrent writers", engine),
  part("kills", "a killed engine, host or provider loses and duplicates no object", engine),
  part("languages", "every example in YAML, TypeScript, Python and Go", everything),
  part("kubectl", "the real kubectl works on the embedded platform", engine),
  part("packages", "the packed package on Node.js 20, 22 and 24, the source plugin and a release", everything),
  part("docs", "the commands, links and messages of the docs", engine),
  part("fuzz", "random sequences of commands, faults, edits and kills", engine),
  part("soak", "memory, sockets and files of a plugin under load", []),
  part("drift", "the tables of drift and noise, and the command drift", engine),
  part("both-faces", "contract tests on every adapter and server, and other end-to-end tests", engine, {
    folders: ["provider/adapters", "parts/both-faces"],
    env: { TEST_PAIRS: "all", TEST_PLUGIN: "process" },
  }),
  part("hostile", "hostile servers, objects and inputs", engine, { env: { TEST_PAIRS: "all" } }),
  mutation("api"),
  mutation("engine"),
  mutation("objects"),
];

/**
 * The tests of `npm test`.
 * @type {Part}
 */
const quick = part("quick", "checks, unit tests and the main paths on the real engine", engine, {
  folders: [],
  projects: ["unit", "e2e"],
});

const usage = "Usage: npm run test:full -- [--list] [--part NAME]… [arguments of jest]";

/**
 * The parts to run and the arguments that go to jest. A name chooses every part that begins with
 * it, so `mutation` chooses three.
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

module.exports = { parts, quick, readOptions };
