import fc from "fast-check";
import { load } from "js-yaml";
import ts from "typescript";
import type { Importable } from "../../../cli/import/importables";
import { typescriptProgram } from "../../../cli/import/typescriptProgram";
import { yamlProgram } from "../../../cli/import/yamlProgram";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate";
import { oddText } from "../../support/oddText";

const key = fc.oneof(fc.constantFrom("a", "yes", "null", "0", "x/y.z", "a-b", "__proto__"), oddText);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: "small" }, oddText, fc.integer(), fc.boolean(), tie("list"), tie("map")),
  list: fc.array(tie("tree"), { maxLength: 3 }),
  map: fc.dictionary(key, tie("tree"), { maxKeys: 3, noNullPrototype: true }),
}));
const inputs = fc.dictionary(key, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

const importable = (properties: Record<string, unknown>): Importable => ({
  resource: spaceTemplate,
  id: "dev",
  inputs: properties,
});

/** Text as Pulumi's YAML runtime reads it; a reference would be an error there. */
function read(value: string): string {
  if (/\$\{/.test(value.replaceAll("$$", ""))) throw new Error(`a reference in ${value}`);
  return value.replaceAll("$$", "$");
}

function readAll(value: unknown): unknown {
  if (typeof value === "string") return read(value);
  if (Array.isArray(value)) return value.map(readAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [read(name), readAll(inside)]));
}

interface Program {
  resources: { devSpaceTemplate: Record<string, unknown> };
}

test("a program in YAML has the same values", () => {
  fc.assert(
    fc.property(inputs, (properties) => {
      const { resources } = load(yamlProgram([importable(properties)])) as Program;
      const { properties: written, ...others } = resources.devSpaceTemplate;
      const expected = { type: "platform:index:SpaceTemplate", name: "dev", options: { protect: true } };
      expect(others).toEqual(expected);
      expect(readAll(written)).toEqual(properties);
    }),
  );
});

test("a program in TypeScript has the same values", () => {
  fc.assert(
    fc.property(inputs, (properties) => {
      const made: unknown[][] = [];
      const platform = {
        SpaceTemplate: function SpaceTemplate(...args: unknown[]) {
          made.push(args);
        },
      };
      const { outputText } = ts.transpileModule(typescriptProgram([importable(properties)]), {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      });
      new Function("require", "exports", outputText)(() => platform, {});
      expect(made).toEqual([["dev", properties, { protect: true }]]);
    }),
  );
});

test("text of several lines is a literal block in YAML and a template literal in TypeScript", () => {
  const properties = { objects: "a: 1\nb:\n  c: 2\n", open: "`one` \\n $\n{two}", far: "é\nü" };
  const [yaml, typescript] = [yamlProgram([importable(properties)]), typescriptProgram([importable(properties)])];
  expect(yaml).toBe(`resources:
  devSpaceTemplate:
    type: platform:index:SpaceTemplate
    name: "dev"
    properties:
      objects: |
        a: 1
        b:
          c: 2
      open: |-
        \`one\` \\n $
        {two}
      far: "é\\nü"
    options:
      protect: true
`);
  expect(typescript).toBe(`import * as platform from "pulumi-platform-plugin";

const devSpaceTemplate = new platform.SpaceTemplate("dev", {
  objects: \`a: 1
b:
  c: 2
\`,
  open: \`\\\`one\\\` \\\\n $
{two}\`,
  far: "é\\nü",
}, { protect: true });
`);
});
