/** Licenses that allow use and distribution in any product that includes license and notice. */
const accepted = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  // Python's own, of what was ported from there.
  "PSF-2.0",
]);

/**
 * The licenses that we take of those that a package.json offers: all of `a AND b`, the first
 * accepted one of `a OR b`.
 * @param {unknown} offered
 * @returns {string[] | undefined} undefined where nothing that is offered is accepted, or nothing is offered
 */
function takenLicenses(offered) {
  if (typeof offered !== "string") return undefined;
  const expression = offered.replace(/^\((.*)\)$/, "$1");
  const choices = expression.split(" OR ").map((choice) => choice.split(" AND "));
  return choices.find((choice) => choice.every((license) => accepted.has(license)));
}

module.exports = { takenLicenses };
