/**
 * @typedef {object} TagFacts
 * @property {string} tag the one that was pushed
 * @property {string} repository where it was pushed to, such as `owner/name`
 * @property {string} version of package.json
 * @property {string | undefined} source the address of the repository in package.json
 */

/**
 * Problems that prevent the publication of a pushed tag, as sentences. npm refuses provenance of a package that names
 * another repository, or none, only after everything else is published.
 * @param {TagFacts} facts
 * @returns {string[]}
 */
function tagProblems({ tag, repository, version, source }) {
  const [, named] = /^(?:git\+)?https:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(source ?? "") ?? [];
  const ofTag = tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json says ${version}.`];
  const ofSource =
    named === repository
      ? []
      : [
          `package.json names ${source ?? "no repository"}, and this is ${repository}: set "repository" to git+https://github.com/${repository}.git.`,
        ];
  return [...ofTag, ...ofSource];
}

module.exports = { tagProblems };
