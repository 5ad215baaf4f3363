// Where Pulumi comes from: decided from facts alone, so that every case can be tested without a network.
const { isAtLeast } = require("./version");

/** The oldest `pulumi` that has what the provider needs: a dynamic resource's read may return inputs. */
const oldestPulumi = "3.216.0";

/** The oldest Go that fetches the newer one it needs by itself. */
const oldestGo = "1.21.0";

/**
 * @typedef {object} Facts
 * @property {string} [onPath] the version of the `pulumi` on PATH
 * @property {boolean} cached a copy was obtained before
 * @property {boolean} downloadable false once a download was tried in vain
 * @property {string} [go] the version of Go
 */

/** @typedef {"path" | "cache" | "download" | "go" | "nothing"} Source */

/** @type {[Source, (facts: Facts) => boolean][]} */
const sources = [
  ["path", (facts) => isAtLeast(facts.onPath ?? "", oldestPulumi)],
  ["cache", (facts) => facts.cached],
  ["download", (facts) => facts.downloadable],
  ["go", (facts) => isAtLeast(facts.go ?? "", oldestGo)],
];

/**
 * The first source that can serve, in the order: what the user installed, what we have, what is quick, what always works.
 * @param {Facts} facts
 * @returns {Source}
 */
function pulumiSource(facts) {
  return sources.find(([, serves]) => serves(facts))?.[0] ?? "nothing";
}

/**
 * The message if no source is usable.
 * @param {Facts} facts
 */
function nothingServes(facts) {
  const go = facts.go ? `Go ${facts.go} is too old to build it` : "there is no Go to build it with";
  return [
    `Pulumi is not installed, cannot be downloaded from here, and ${go}.`,
    "Install one of the two and start again:",
    "  Pulumi      https://www.pulumi.com/docs/install/",
    `  Go ${oldestGo}+  https://go.dev/dl/`,
  ].join("\n");
}

module.exports = { pulumiSource, nothingServes, oldestPulumi };
