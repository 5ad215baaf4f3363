import { onPlugin } from "../../../support/adapterUnderTest";
import { createAsColleague } from "../../../support/http";
import { pluginWithEngine } from "../../../support/pluginWithEngine";

const type = "SpaceTemplate";

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: syntax of Pulumi, not of this file.
const changed: readonly (readonly [text: string, languages: string])[] = [
  ...["null", "~", "True", "FALSE", ".inf", "-.INF", ".NaN"].map((text) => [text, "YAML"] as const),
  ...["0x1f", "0B1", "-0o7", "1e39", "9".repeat(40), "1__0"].map((text) => [text, "YAML"] as const),
  ...["\n", "\na", "\ta\nb", "\u2028a\n", "a$$b", "$$ ${x}"].map((text) => [text, "YAML"] as const),
  ["a\n$b\n", "TypeScript"],
  ["a\n\\b", "Python"],
  ['a\nb"', "Python"],
  ["\na\n$$\\\n", "YAML, TypeScript, Python"],
];
const kept = [
  "1e3",
  "true",
  "0755",
  "1.5",
  "1_000",
  "2026-01-01",
  "nulls",
  "\ta",
  " a\nb",
  "a\n",
  "a$b",
  "${x}",
  "a\n${x}\nb",
  "\\",
  '"',
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

onPlugin((adapter) => {
  const given = pluginWithEngine(adapter);
  let count = 0;
  const imported = async (metadata: object, spec: object) => {
    const name = `text-${count++}`;
    await createAsColleague(adapter.platform, "spacetemplates", { kind: type, metadata: { name, ...metadata }, spec });
    given.engine.messages.length = 0;
    expect((await given.driver.import(type, name))?.inputs).toMatchObject({ name, ...metadata, ...spec });
    return `SpaceTemplate "${name}"`;
  };

  test.each(changed)("an import warns of a text that its program changes: %j (%s)", async (text, languages) => {
    const label = await imported({ annotations: { "a.b": text } }, { displayName: text });
    const places = `annotations["a.b"] (${languages}), displayName (${languages})`;
    await given.engine.received(
      `${label}: a text or key will differ in the program that Pulumi writes: ${places}. Run`,
    );
  });

  test("an import warns of a key that its program changes", async () => {
    const label = await imported({ labels: { null: "a" } }, {});
    await given.engine.received(
      `${label}: a text or key will differ in the program that Pulumi writes: labels.null (YAML).`,
    );
  });

  test.each(kept)("an import does not warn of a text that its program keeps: %j", async (text) => {
    await imported({ annotations: { note: text } }, { displayName: text });
    await given.driver.import(type, "absent");
    // A later warning, so that all earlier ones have arrived.
    await given.engine.received('There is no SpaceTemplate "absent"');
    expect(given.engine.messages.filter((each) => each.includes("will differ in the program"))).toEqual([]);
  });
});
