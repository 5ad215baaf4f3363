// Reasons that prevent a release, decided from facts alone.
const { changelogSection } = require("./changelogSection");

/**
 * @typedef {object} ReleaseFacts
 * @property {string} changes what `git status --porcelain` prints
 * @property {string} version of package.json
 * @property {string} lockVersion of package-lock.json
 * @property {string} schemaVersion of schema.json
 * @property {string} changelog
 * @property {string[]} present what the target folder holds
 */

/** @type {((facts: ReleaseFacts) => string | false | undefined)[]} */
const rules = [
  ({ changes }) => changes.trim() && `The tree has changes that are in no commit:\n${changes.trimEnd()}`,
  ({ version, schemaVersion }) =>
    version !== schemaVersion &&
    `package.json says ${version} and schema.json ${schemaVersion}: run npm run generate and commit.`,
  ({ version, lockVersion }) =>
    version !== lockVersion && `package.json says ${version} and package-lock.json ${lockVersion}: run npm install.`,
  ({ version, changelog }) => missingHeading(version, changelog),
  ({ present }) => present.length > 0 && `The target folder is not empty: ${present.slice(0, 5).join(", ")}.`,
];

/**
 * @param {string} version
 * @param {string} changelog
 */
function missingHeading(version, changelog) {
  const section = changelogSection(changelog, version);
  if (section?.date && section.text) return undefined;
  const heading = `"## ${version} (<YYYY-MM-DD>)"`;
  if (section?.date) return `CHANGELOG.md says nothing under ${heading}.`;
  return `CHANGELOG.md has no heading ${heading}: give the version the day of its release.`;
}

/**
 * Everything that keeps a release from being made, as sentences.
 * @param {ReleaseFacts} facts
 * @returns {string[]}
 */
const refusals = (facts) => rules.flatMap((rule) => rule(facts) || []);

module.exports = { refusals };
