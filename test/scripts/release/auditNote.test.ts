import { auditNote } from "../../../scripts/release/auditNote.js";

const clean = { outcome: "clean", words: "Nothing." } as const;
const vulnerable = { outcome: "vulnerable", words: "Of the 42 packages:\n  zod (low): Bad" } as const;
const unknown = { outcome: "unknown", words: "Nobody knows." } as const;

test("a release in which nothing is known to be vulnerable has no note, whatever was allowed", () => {
  expect([auditNote(clean, undefined), auditNote(clean, "in a hurry")]).toEqual(["", ""]);
});

test.each([
  ["with vulnerabilities", vulnerable],
  ["that nobody could be asked about", unknown],
])("a release %s is refused without a reason", (_what, audit) => {
  const option = '--despite-audit "<reason>"';
  for (const reason of [undefined, "", " "]) {
    expect(() => auditNote(audit, reason)).toThrow(audit.words);
    expect(() => auditNote(audit, reason)).toThrow(option);
  }
});

test("the notes say what is known to be vulnerable, and why it is released", () => {
  expect(auditNote(vulnerable, "no call of ours leads there ")).toBe(
    `${vulnerable.words}\nReleased nevertheless: no call of ours leads there`,
  );
});

test("the notes of a release that nobody could be asked about are the same, whatever the reason for that was", () => {
  expect(auditNote(unknown, "asked by hand")).toBe(
    "Nobody could be asked for vulnerabilities of the packages that ship.\nReleased nevertheless: asked by hand",
  );
});
