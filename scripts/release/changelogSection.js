/**
 * The text and the date of a version in the changelog; undefined without such a heading.
 * @param {string} changelog
 * @param {string} version
 * @returns {{ date: string | undefined, text: string } | undefined}
 */
function changelogSection(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) => each.split(/[\s\n]/)[1] === version && each.startsWith("## "));
  if (section === undefined) return undefined;
  const [heading = "", ...lines] = section.split("\n");
  return { date: /\((\d{4}-\d{2}-\d{2})\)/.exec(heading)?.[1], text: lines.join("\n").trim() };
}

module.exports = { changelogSection };
