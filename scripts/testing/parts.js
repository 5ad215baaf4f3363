// The parts of `npm run test:full`.

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title what the part proves
 * @property {import("../toolchain/goTools").Tool[]} tools what set-up obtains for it
 * @property {string[]} folders of tests, below `test`
 * @property {string[]} projects of jest that it runs
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string[]} [mutants] folders of the provider that are mutated; the part has no tests of its own
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
 * Each takes at most 30 minutes on two cores.
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

module.exports = { parts, quick };
