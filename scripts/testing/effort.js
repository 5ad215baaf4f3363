// How often a test tries: little in every run, much in `npm run test:full`.

/**
 * How many characters a text has that is made to keep its reader busy: as many as are read at all, or fewer.
 * @param {NodeJS.ProcessEnv} env
 */
const bombSize = (env) => (env.TEST_FULL ? 1_400_000 : 84_000);

/**
 * How many random cases a property test tries; few on a mutant, since thousands of them are tried.
 * @param {NodeJS.ProcessEnv} env
 */
const propertyRuns = (env) => {
  if (env.MUTATION_TESTS) return 25;
  return env.TEST_FULL ? 2000 : 100;
};

/**
 * How many cycles of up, refresh and preview each face goes through. One of the dynamic face takes nearly three times as long
 * (6.3 s, the plugin's 2.3 s), since a language host and a provider host of Node.js start for it.
 * @param {NodeJS.ProcessEnv} env
 */
const refreshCycles = (env) => (env.TEST_FULL ? { plugin: 100, dynamic: 100 } : { plugin: 6, dynamic: 3 });

/**
 * How many updates of the program, and how many writes of a colleague at least, race for one object.
 * @param {NodeJS.ProcessEnv} env
 */
const racingWrites = (env) => {
  const times = env.TEST_FULL ? 10 : 1;
  return { patches: { ours: 100 * times, theirs: 1500 * times }, replaces: { ours: 40 * times, theirs: 300 * times } };
};

/**
 * How many access keys are made on a platform whose answers get lost.
 * @param {NodeJS.ProcessEnv} env
 */
const keyRuns = (env) => (env.TEST_FULL ? 1000 : 100);

/**
 * How many of Pulumi's debug switches are tried, the most important ones first. They are the engine's own and change with it only.
 * @param {NodeJS.ProcessEnv} env
 */
const debugSwitches = (env) => (env.TEST_FULL ? Number.POSITIVE_INFINITY : 4);

/**
 * Which of many things that each take a command of their own are tried: all, or one of five. They are tried together in every run.
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {NodeJS.ProcessEnv} env
 */
const triedAlone = (things, env) => (env.TEST_FULL ? things : things.filter((_, index) => index % 5 === 0));

/**
 * How many of the ways in which a question about vulnerabilities gets no answer are tried, the likeliest first. npm starts for each.
 * @param {NodeJS.ProcessEnv} env
 */
const auditCases = (env) => (env.TEST_FULL ? Number.POSITIVE_INFINITY : 2);

/**
 * Whether faults are tried that only the end of a request's minute makes known, too.
 * @param {NodeJS.ProcessEnv} env
 */
const slowFaults = (env) => Boolean(env.TEST_FULL);

/**
 * How many answers of the platform are changed in a random place on each face; MUTATED_ANSWERS says another number.
 * @param {NodeJS.ProcessEnv} env
 */
const mutatedAnswers = (env) => Number(env.MUTATED_ANSWERS ?? (env.TEST_FULL ? 1500 : 60));

/**
 * For how many seconds the plugin is under load while its memory and its sockets are watched; SOAK_MINUTES says another time.
 * @param {NodeJS.ProcessEnv} env
 */
const soakSeconds = (env) => (env.SOAK_MINUTES ? 60 * Number(env.SOAK_MINUTES) : env.TEST_FULL ? 600 : 16);

/**
 * How many pages of a list without end are read in the tests of lists alone; every run reads one by a command as well.
 * @param {NodeJS.ProcessEnv} env
 */
const endlessPages = (env) => (env.TEST_FULL ? Number.POSITIVE_INFINITY : 2);

/**
 * How many random sequences of commands, faults, edits and kills are played on the real engine, each of some five commands of one
 * to two seconds: other ones every time, or always the same few.
 * @param {NodeJS.ProcessEnv} env
 */
const engineSequences = (env) =>
  env.TEST_FULL
    ? { sequences: 300, atOnce: 4, firstSeed: Math.floor(Math.random() * 2 ** 30), limitMs: 3 * 3_600_000 }
    : { sequences: 4, atOnce: 2, firstSeed: 212, limitMs: 600_000 };

/**
 * In how many moments the engine of a plugin is killed that a language host has started; four processes start for each.
 * @param {NodeJS.ProcessEnv} env
 */
const hostedDeaths = (env) => (env.TEST_FULL ? Number.POSITIVE_INFINITY : 2);

/**
 * How many of the operations meet an attack of a hostile server, each attack others: some move 32 MiB for each of them.
 * @param {NodeJS.ProcessEnv} env
 */
const attackedOperations = (env) => (env.TEST_FULL ? 4 : 1);

/**
 * In how many spellings a secret is quoted at each place where a hostile server can do that, at each place others.
 * @param {NodeJS.ProcessEnv} env
 */
const echoedSpellings = (env) => (env.TEST_FULL ? Number.POSITIVE_INFINITY : 2);

/**
 * How many random sequences are played without the engine, by what happens in the middle of their commands: other ones every time,
 * or always the same few; and how many are played at most with each rule broken, until one finds it.
 * @param {NodeJS.ProcessEnv} env
 */
const playedSequences = (env) =>
  env.TEST_FULL
    ? { sequences: { faults: 4000, edits: 4000, kills: 2000 }, broken: 1000, seed: Math.floor(Math.random() * 2 ** 30) }
    : { sequences: { faults: 24, edits: 24, kills: 16 }, broken: 160, seed: 100 };

/**
 * Which benches of the provider are tried, with as little as they can do: those that need no engine, or all (some three minutes).
 * @param {NodeJS.ProcessEnv} env
 */
const providerBenches = (env) => (env.TEST_FULL ? "provider" : "provider process");

module.exports = {
  providerBenches,
  echoedSpellings,
  attackedOperations,
  engineSequences,
  bombSize,
  hostedDeaths,
  endlessPages,
  auditCases,
  propertyRuns,
  refreshCycles,
  racingWrites,
  keyRuns,
  debugSwitches,
  triedAlone,
  slowFaults,
  mutatedAnswers,
  soakSeconds,
  playedSequences,
};
