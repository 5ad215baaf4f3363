// Decides whether a version may be released. It needs no installed package.

/** The text and the date of a version in the changelog; undefined without such a heading. */
export function changelogSection(
  changelog: string,
  version: string,
): { date: string | undefined; text: string } | undefined {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) => each.split(/[\s\n]/)[1] === version && each.startsWith("## "));
  if (section === undefined) return undefined;
  const [heading = "", ...lines] = section.split("\n");
  return { date: /\((\d{4}-\d{2}-\d{2})\)/.exec(heading)?.[1], text: lines.join("\n").trim() };
}

export interface ReleaseFacts {
  /** What `git status --porcelain` prints. */
  changes: string;
  /** Of package.json. */
  version: string;
  /** Of package-lock.json. */
  lockVersion: string;
  /** Of schema.json. */
  schemaVersion: string;
  changelog: string;
  /** The files in the target folder. */
  present: string[];
}

const rules: ((facts: ReleaseFacts) => string | false | undefined)[] = [
  ({ changes }) => changes.trim() && `The tree has changes that are in no commit:\n${changes.trimEnd()}`,
  ({ version, schemaVersion }) =>
    version !== schemaVersion &&
    `package.json says ${version} and schema.json ${schemaVersion}: run npm run generate and commit.`,
  ({ version, lockVersion }) =>
    version !== lockVersion && `package.json says ${version} and package-lock.json ${lockVersion}: run npm install.`,
  ({ version, changelog }) => missingHeading(version, changelog),
  ({ present }) => present.length > 0 && `The target folder is not empty: ${present.slice(0, 5).join(", ")}.`,
];

function missingHeading(version: string, changelog: string) {
  const section = changelogSection(changelog, version);
  if (section?.date && section.text) return undefined;
  const heading = `"## ${version} (<YYYY-MM-DD>)"`;
  if (section?.date) return `CHANGELOG.md says nothing under ${heading}.`;
  return `CHANGELOG.md has no heading ${heading}: give the version the day of its release.`;
}

/** The problems that prevent a release, as sentences. */
export const refusals = (facts: ReleaseFacts): string[] => rules.flatMap((rule) => rule(facts) || []);

/**
 * The problems that prevent the publication of a pushed tag. npm refuses the provenance of a
 * package that names another repository, or none, only after everything else is published.
 * @param facts the repository as `owner/name`, and its address in package.json
 */
export function tagProblems({
  tag,
  repository,
  version,
  source,
}: {
  tag: string;
  repository: string;
  version: string;
  source: string | undefined;
}): string[] {
  const [, named] = /^(?:git\+)?https:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(source ?? "") ?? [];
  const ofTag = tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json says ${version}.`];
  const wanted = `set "repository" to git+https://github.com/${repository}.git`;
  const ofSource = `package.json names ${source ?? "no repository"}, and this is ${repository}: ${wanted}.`;
  return named === repository ? ofTag : [...ofTag, ofSource];
}
