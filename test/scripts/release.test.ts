import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { auditNote } from "../../scripts/release/auditNote.js";
import { changelogSection } from "../../scripts/release/changelogSection.js";
import { type ReleaseFacts, refusals } from "../../scripts/release/refusals.js";
import { releaseTools } from "../../scripts/release/releaseTools.js";
import { tagProblems } from "../../scripts/release/tagProblems.js";
import { pulumiTool } from "../../scripts/setup/goTools.js";
import { environmentFileOf } from "../../scripts/setup/paths.js";
import { temporaryFolder } from "../support/temporaryFolder";

const at = temporaryFolder();

describe("the note on vulnerabilities", () => {
  const clean = { outcome: "clean", words: "Nothing." } as const;
  const vulnerable = { outcome: "vulnerable", words: "Of the 42 packages:\n  zod (low): Bad" } as const;
  const unknown = { outcome: "unknown", words: "Nobody knows." } as const;
  const unasked = "Nobody could be asked for vulnerabilities of the packages that ship.";

  test.each([
    [clean, undefined, ""],
    [vulnerable, "no call leads there ", `${vulnerable.words}\nReleased nevertheless: no call leads there`],
    [unknown, "asked by hand", `${unasked}\nReleased nevertheless: asked by hand`],
  ])("on %j with the reason %j is %j", (audit, reason, note) => expect(auditNote(audit, reason)).toBe(note));

  test.each([vulnerable, unknown])("on %j needs a reason", (audit) => {
    for (const reason of [undefined, "", " "]) {
      expect(() => auditNote(audit, reason)).toThrow(audit.words);
      expect(() => auditNote(audit, reason)).toThrow('--despite-audit "<reason>"');
    }
  });
});

const changelog = "# Changelog\n\nWords.\n\n## 1.2.0 (2026-12-01)\n\n- New.\n  ## no heading\n\n## 1.1.0\n\n- Old.\n";

test.each([
  ["1.2.0", { date: "2026-12-01", text: "- New.\n  ## no heading" }],
  ["1.1.0", { date: undefined, text: "- Old." }],
  ["1.2.0-rc.1", undefined],
  ["Words.", undefined],
])("the section of the changelog for %s is %j", (version, section) => {
  expect(changelogSection(changelog, version)).toEqual(section);
});

describe("a release", () => {
  const version = "1.2.0";
  const dated = "## 1.2.0 (2026-12-01)\n\n- New.\n\n## 1.1.0 (2026-11-01)\n\n- Old.\n";
  const versions = { version, lockVersion: version, schemaVersion: version };
  const ready: ReleaseFacts = { changes: "", ...versions, changelog: dated, present: [] };
  const heading = 'CHANGELOG.md has no heading "## 1.2.0 (<YYYY-MM-DD>)": give the version the day of its release.';
  const schema = "package.json says 1.2.0 and schema.json 1.1.0: run npm run generate and commit.";
  const lock = "package.json says 1.2.0 and package-lock.json 1.1.0: run npm install.";
  const empty = 'CHANGELOG.md says nothing under "## 1.2.0 (<YYYY-MM-DD>)".';
  const uncommitted = "The tree has changes that are in no commit:\n M a.ts\n?? b.ts";
  const full = "The target folder is not empty: a, b.";

  test.each<[string, Partial<ReleaseFacts>, string[]]>([
    ["a committed version with its day everywhere", {}, []],
    ["changes", { changes: " M a.ts\n?? b.ts\n" }, [uncommitted]],
    ["another version of the schema", { schemaVersion: "1.1.0" }, [schema]],
    ["another version of the lockfile", { lockVersion: "1.1.0" }, [lock]],
    ["no heading", { changelog: "# Changelog\n\n## 1.2.0-rc.1 (2026-12-01)\n\n- New.\n" }, [heading]],
    ["a heading without a day", { changelog: "## 1.2.0 (unreleased)\n\n- New.\n" }, [heading]],
    ["a heading without text", { changelog: dated.replace("- New.\n\n", "") }, [empty]],
    ["a full folder", { present: ["a", "b"] }, [full]],
    ["several problems", { changes: " M a.ts\n?? b.ts\n", present: ["a", "b"] }, [uncommitted, full]],
  ])("with %s has these problems: %s, %j", (_, facts, problems) => {
    expect(refusals({ ...ready, ...facts })).toEqual(problems);
  });

  const source = "git+https://github.com/owner/name.git";
  const tagged = { tag: "v1.2.0", repository: "owner/name", version, source };
  const other = (named: string) =>
    `package.json names ${named}, and this is owner/name: set "repository" to git+https://github.com/owner/name.git.`;

  test.each<[object, string[]]>([
    [{}, []],
    [{ source: "https://github.com/owner/name" }, []],
    [{ tag: "v1.2.1" }, ["The tag is v1.2.1, and package.json says 1.2.0."]],
    [{ source: undefined }, [other("no repository")]],
    [{ source: source.replace("owner", "fork") }, [other("git+https://github.com/fork/name.git")]],
    [{ source: "https://example.com/owner/name" }, [other("https://example.com/owner/name")]],
  ])("of the tag v1.2.0 in owner/name with %j has these problems: %j", (facts, problems) => {
    expect(tagProblems({ ...tagged, ...facts })).toEqual(problems);
  });

  /** Makes a clone for which set-up found this Pulumi. */
  function setUpWith(pulumi: string): void {
    writeFileSync(at("pulumi"), `#!/bin/sh\necho ${pulumi}\n`, { mode: 0o755 });
    const file = environmentFileOf(at("."));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ path: [at(".")] }));
  }

  test("is built with the project's version of Pulumi", async () => {
    setUpWith(pulumiTool.version);
    const { pulumi, npm, env } = await releaseTools(at("."));
    expect([`v${pulumi}`, npm]).toEqual([pulumiTool.version, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect(env.PATH?.split(path.delimiter)[0]).toBe(at("."));
  });

  test("is not built with another version of Pulumi", async () => {
    setUpWith("v3.300.0");
    const wanted = `The pulumi on the PATH is 3.300.0, and a release's SDKs are generated by ${pulumiTool.version.slice(1)}`;
    await expect(releaseTools(at("."))).rejects.toThrow(wanted);
  });
});
