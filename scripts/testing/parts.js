// The parts of `npm run test:full`. In JavaScript, since jest.config.js reads it.

/** @typedef {import("./options").Part} Part */

/** @type {Part["tools"]} */
const engine = ["pulumi", "yaml"];
/** @type {Part["tools"]} */
const everything = [...engine, "languages"];

/** @type {(name: string, title: string, tools: Part["tools"], more?: Partial<Part>) => Part} */
const part = (name, title, tools, more = {}) => ({
  name,
  title,
  tools,
  folders: [`parts/${name}`],
  projects: [name],
  ...more,
});

/** @type {(folder: string) => Part} */
const mutation = (folder) =>
  part(`mutation-${folder}`, `unit tests kill the mutants of provider/${folder}`, [], {
    folders: [],
    projects: [],
    mutants: `provider/${folder}`,
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
  part("adapters", "contract tests on every adapter and server, and other end-to-end tests", engine, {
    folders: ["provider/adapters", "parts/adapters"],
    env: { TEST_PAIRS: "all", TEST_PLUGIN: "process" },
  }),
  part("hostile", "hostile servers, objects and inputs", engine, { env: { TEST_PAIRS: "all" } }),
  mutation("api"),
  mutation("engine"),
  mutation("objects"),
];

/** The tests of `npm test`. */
const quick = part("quick", "checks, unit tests and the main paths on the real engine", engine, {
  folders: [],
  projects: ["unit", "e2e"],
});

module.exports = { parts, quick };
