import fc from "fast-check";
import { load } from "js-yaml";
import ts from "typescript";
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

/** A value as Pulumi's YAML runtime reads it; a reference would be an error there. */
function readYaml(value: unknown): unknown {
  if (typeof value === "string") {
    if (/\$\{/.test(value.replaceAll("$$", ""))) throw new Error(`a reference in ${value}`);
    return value.replaceAll("$$", "$");
  }
  if (Array.isArray(value)) return value.map(readYaml);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [readYaml(name), readYaml(inside)]));
}

/** The arguments with which a program creates its only resource. */
function argumentsIn(program: string): unknown[] | undefined {
  const made: unknown[][] = [];
  const SpaceTemplate = function SpaceTemplate(...args: unknown[]) {
    made.push(args);
  };
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(program, { compilerOptions });
  new Function("require", "exports", outputText)(() => ({ SpaceTemplate }), {});
  return made.length === 1 ? made[0] : undefined;
}

test("programs in YAML and TypeScript have the same values", () => {
  const property = fc.property(inputs, (properties) => {
    const importable = { resource: spaceTemplate, id: "dev", inputs: properties };
    const yaml = load(yamlProgram([importable])) as { resources: { devSpaceTemplate: { properties: object } } };
    const { properties: written, ...others } = yaml.resources.devSpaceTemplate;
    expect(others).toEqual({ type: "platform:index:SpaceTemplate", name: "dev", options: { protect: true } });
    expect(readYaml(written)).toEqual(properties);
    expect(argumentsIn(typescriptProgram([importable]))).toEqual(["dev", properties, { protect: true }]);
  });
  fc.assert(property, { examples: [[{ objects: "a: 1\nb:\n  c: 2\n", open: "`one` \\n $\n{two}", far: "é\nü" }]] });
});
