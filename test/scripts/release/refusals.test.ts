import { type ReleaseFacts, refusals } from "../../../scripts/release/refusals.js";

const changelog = "# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- New.\n\n## 1.1.0 (2026-11-01)\n\n- Old.\n";
const ready: ReleaseFacts = {
  changes: "",
  version: "1.2.0",
  lockVersion: "1.2.0",
  schemaVersion: "1.2.0",
  changelog,
  present: [],
};

test("nothing keeps back a version that is committed, and named everywhere with its day", () => {
  expect(refusals(ready)).toEqual([]);
});

const heading = 'CHANGELOG.md has no heading "## 1.2.0 (<YYYY-MM-DD>)": give the version the day of its release.';

test.each<[string, Partial<ReleaseFacts>, string]>([
  ["changes", { changes: " M a.ts\n?? b.ts\n" }, "The tree has changes that are in no commit:\n M a.ts\n?? b.ts"],
  [
    "another version of the schema",
    { schemaVersion: "1.1.0" },
    "package.json says 1.2.0 and schema.json 1.1.0: run npm run generate and commit.",
  ],
  [
    "another version of the lockfile",
    { lockVersion: "1.1.0" },
    "package.json says 1.2.0 and package-lock.json 1.1.0: run npm install.",
  ],
  ["no heading", { changelog: "# Changelog\n\n## 1.2.0-rc.1 (2026-12-01)\n\n- New.\n" }, heading],
  ["a heading without a day", { changelog: "## 1.2.0 (unreleased)\n\n- New.\n" }, heading],
  [
    "a heading without a word below",
    { changelog: "## 1.2.0 (2026-12-01)\n\n## 1.1.0 (2026-11-01)\n\n- Old.\n" },
    'CHANGELOG.md says nothing under "## 1.2.0 (<YYYY-MM-DD>)".',
  ],
  ["a full folder", { present: ["a", "b"] }, "The target folder is not empty: a, b."],
])("%s keeps a release back", (_, facts, message) => {
  expect(refusals({ ...ready, ...facts })).toEqual([message]);
});

test("all reasons are told at once", () => {
  expect(refusals({ ...ready, changes: "?? a", present: ["b"] })).toHaveLength(2);
});
