import { tagProblems } from "../../../scripts/release/tagProblems.js";

const facts = {
  tag: "v1.2.0",
  repository: "owner/name",
  version: "1.2.0",
  source: "git+https://github.com/owner/name.git",
};

test.each(["git+https://github.com/owner/name.git", "https://github.com/owner/name"])(
  "a tag of the version, pushed to the repository that the package names as %s, is published",
  (source) => expect(tagProblems({ ...facts, source })).toEqual([]),
);

test.each(["v1.2.1", "1.2.0", "v1.2.0-rc.1"])("the tag %s of version 1.2.0 is refused", (tag) => {
  expect(tagProblems({ ...facts, tag })).toEqual([`The tag is ${tag}, and package.json says 1.2.0.`]);
});

test.each([
  [undefined, "no repository"],
  ["git+https://github.com/fork/name.git", "git+https://github.com/fork/name.git"],
  ["git+https://github.com/owner/name-2.git", "git+https://github.com/owner/name-2.git"],
  ["https://example.com/owner/name", "https://example.com/owner/name"],
])("a package that says it comes from %s is not published from owner/name", (source, named) => {
  expect(tagProblems({ ...facts, source })).toEqual([
    `package.json names ${named}, and this is owner/name: set "repository" to git+https://github.com/owner/name.git.`,
  ]);
});
