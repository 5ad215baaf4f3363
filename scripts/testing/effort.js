// How often a property test tries: little in every run, much in `npm run test:full`.

/** @param {NodeJS.ProcessEnv} env */
const propertyRuns = (env) => (env.TEST_FULL ? 2000 : 100);

module.exports = { propertyRuns };
