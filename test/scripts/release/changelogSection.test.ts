import { changelogSection } from "../../../scripts/release/changelogSection.js";

const changelog = "# Changelog\n\nWords.\n\n## 1.2.0 (2026-12-01)\n\n- New.\n  ## no heading\n\n## 1.1.0\n\n- Old.\n";

test("a version's section ends where the next one begins", () => {
  expect(changelogSection(changelog, "1.2.0")).toEqual({ date: "2026-12-01", text: "- New.\n  ## no heading" });
});

test("a version without a day has none", () => {
  expect(changelogSection(changelog, "1.1.0")).toEqual({ date: undefined, text: "- Old." });
});

test.each(["1.2", "1.2.0-rc.1", "Words."])("%s, which is no version of the changelog, has no section", (version) => {
  expect(changelogSection(changelog, version)).toBeUndefined();
});
