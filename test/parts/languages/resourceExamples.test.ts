import type { ProgramKind } from "../../support/project";
import { created, exampleSource, expectWorkingSecret, resourceExamples } from "../../support/resourceExamples";
import { stackUnderTest } from "../../support/stackUnderTest";

/** The programs of a resource that need no generated SDK, and what runs them. */
const languages: { folder: string; file: string; program: ProgramKind }[] = [
  { folder: "yaml", file: "Pulumi.yaml", program: "yaml" },
  { folder: "dynamic", file: "index.ts", program: "typescript" },
];

const head = /^(name|description|runtime): .*\n/gm;

function sourceOf(resource: string, folder: string, file: string): string {
  const text = exampleSource(resource, folder, file);
  return folder === "yaml" ? text.replace(head, "") : text;
}

describe.each(languages)("the $folder example", ({ folder, file, program }) => {
  describe.each(resourceExamples)("of $resource", ({ resource, collection, sent, outputs, secret }) => {
    const given = stackUnderTest(() => ({
      program,
      source: sourceOf(resource, folder, file),
      platform: { projects: ["web"] },
    }));

    test("makes just what it says, changes nothing the second time, hides its secret and goes away again", async () => {
      const { stack } = given;
      await stack.up(["--skip-preview"]);
      expect(created(given)).toEqual([[collection, sent]]);
      expect(await stack.outputs()).toEqual(outputs);
      if (secret) await expectWorkingSecret(given, secret);

      await stack.preview(["--expect-no-changes"]);
      await stack.destroy(["--skip-preview"]);
      expect((await stack.exportState()).deployment.resources ?? []).toEqual([]);
      for (const plural of ["spacetemplates", "ownedaccesskeys"]) expect(given.platform.store.list(plural)).toEqual([]);
    });
  });
});
