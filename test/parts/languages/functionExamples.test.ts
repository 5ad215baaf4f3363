import { functionExamples, functionSource, makeWhatFunctionsFind } from "../../support/functionExamples";
import type { ProgramKind } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

// Those on generated SDKs are run by test/e2e/languages.
const languages: { folder: string; file: string; program: ProgramKind }[] = [
  { folder: "yaml", file: "Pulumi.yaml", program: "yaml" },
  { folder: "dynamic", file: "index.ts", program: "typescript" },
];

describe.each(languages)("the $folder example", ({ folder, file, program }) => {
  const given = stackUnderTest(() => ({ program, source: "", platform: { projects: ["web"] } }));
  beforeAll(() => makeWhatFunctionsFind(given));

  test.each(Object.entries(functionExamples))("of %s finds what is there", async (name, outputs) => {
    const source = functionSource(name, folder, file);
    given.stack.write(folder === "yaml" ? source.replace(/^(name|description|runtime): .*\n/gm, "") : source);
    await given.stack.up(["--skip-preview"]);
    const found = await given.stack.outputs();
    expect(found).toEqual(outputs);
    expect(JSON.stringify(found)).not.toContain('"key"');
  });
});
