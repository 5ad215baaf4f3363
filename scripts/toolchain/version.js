/**
 * The numbers of a version such as `v3.259.0` or `go1.26.3`; undefined for anything else.
 * @param {string} text
 */
function parseVersion(text) {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  if (!match) return undefined;
  return [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

/**
 * Whether a version is the wanted one or newer. Text without a version never is.
 * @param {string} text
 * @param {string} wanted
 */
function isAtLeast(text, wanted) {
  const have = parseVersion(text);
  const want = parseVersion(wanted);
  if (!have || !want) return false;
  const difference = have.map((part, index) => part - (want[index] ?? 0)).find((part) => part !== 0);
  return (difference ?? 0) >= 0;
}

module.exports = { parseVersion, isAtLeast };
