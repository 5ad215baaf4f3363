import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type * as z from "zod";
import packageJson from "../../../package.json";
import { providerConfig } from "../../../provider/config/config";
import { rulesOf } from "../../../provider/objects/fields/fieldRules";
import { registry, resources } from "../../../provider/resources/registry";
import { packageSchema } from "../../../provider/schema/packageSchema";

interface Property {
  $ref?: string;
  oneOf?: Property[];
  description?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
  deprecationMessage?: string;
  defaultInfo?: { environment: string[] };
}
type Properties = Record<string, Property>;
type Named<T> = Record<string, T & { description: string }>;
type Resource = Record<"inputProperties" | "properties", Properties> & {
  requiredInputs?: string[];
  required: string[];
};
interface Schema {
  name: string;
  version: string;
  keywords: string[];
  config: { variables: Properties };
  provider: { inputProperties: Properties };
  resources: Named<Resource>;
  functions: Named<Record<"inputs" | "outputs", { properties: Properties }>>;
  types: Named<{ properties: Properties; required?: string[]; enum?: { value: string; description: string }[] }>;
}

const schema: Schema = JSON.parse(JSON.stringify(packageSchema(registry, packageJson)));
const committed: Schema = JSON.parse(readFileSync(path.join(__dirname, "../../../schema.json"), "utf8"));
const tokenOf = (type: string) => `vcluster-platform:index:${type}`;
const objectTypes = Object.entries(schema.types).filter(([, each]) => !each.enum);
const resourceOf = (type: string) => schema.resources[tokenOf(type)] as Schema["resources"][string];
const typeOf = (type: string) => schema.types[tokenOf(type)] as Schema["types"][string];

test("has the package's name and version, and every resource", () => {
  expect(schema).toMatchObject({ name: "vcluster-platform", version: packageJson.version });
  expect(Object.keys(schema.resources)).toEqual(resources.map(({ type }) => tokenOf(type)));
});

test("package.json alone names the repository, where Pulumi finds pages, logo, plugin and Go module", () => {
  const repository = { url: "git+https://github.com/owner/name.git" };
  expect(packageSchema(registry, { ...packageJson, repository, version: "1.2.3" })).toMatchObject({
    publisher: packageJson.author,
    repository: "https://github.com/owner/name",
    logoUrl: "https://raw.githubusercontent.com/owner/name/v1.2.3/docs/logo.svg",
    pluginDownloadURL: "github://api.github.com/owner/name",
    language: { go: { importBasePath: "github.com/owner/name/sdk/go/vclusterplatform" } },
  });
  expect(existsSync(path.join(__dirname, "../../../docs/logo.svg"))).toBe(true);
  expect(schema.keywords.filter((word) => word.startsWith("category/"))).toHaveLength(1);
  expect(schema.keywords).toContain("kind/native");
});

test("a list is no part of a union: Pulumi's SDK for Python fails on it", () => {
  const unions = [...JSON.stringify(committed).matchAll(/"oneOf":(\[.*?\])/g)].map(([, types]) => types);
  expect(unions.filter((types) => types?.includes('"array"'))).toEqual([]);
  const { $ref, description } = committed.types[tokenOf("SpaceTemplateDefinition")]?.properties.objects ?? {};
  expect($ref).toBe("pulumi.json#/Any");
  expect(description).toContain("a string of YAML, or a list of objects");
});

test.each(resources)("$type has the fields and descriptions of its declaration", ({ type, inputs, outputs }) => {
  const declared = (fields: Record<string, z.ZodType>) =>
    Object.entries(fields).map(([key, field]) => {
      const { description, inputNote } = rulesOf(field);
      return [key, [description, inputNote].filter(Boolean).join(" ")];
    });
  const found = (properties: Properties) => Object.entries(properties).map(([key, each]) => [key, each.description]);
  const { inputProperties, properties } = resourceOf(type);
  expect(found(inputProperties).sort()).toEqual(declared(inputs.shape).sort());
  expect(found(properties).sort()).toEqual(declared(inputs.extend(outputs.shape).shape).sort());
});

test("function results have no notes about setting a field", () => {
  const { properties } = typeOf("OwnedAccessKeyInfo");
  const { description } = resourceOf("OwnedAccessKey").inputProperties.user ?? {};
  expect(description).toMatch(/^The user the key acts for\. A change replaces the key/);
  expect(properties.user).toEqual({ type: "string", description: "The user the key acts for." });
  expect(properties.rules?.deprecationMessage).toBeUndefined();
  const results = [
    ...Object.values(schema.functions).flatMap(({ outputs }) => Object.values(outputs.properties)),
    ...objectTypes.flatMap(([token, { properties: each }]) => (token.endsWith("Info") ? Object.values(each) : [])),
  ];
  expect(results.length).toBeGreaterThan(60);
  expect(results.filter(({ description = "" }) => /\bDefault\b|A change replaces/.test(description))).toEqual([]);
});

const documented = Object.entries({ ...committed.resources, ...committed.functions });
test.each(documented)("%s has examples in Pulumi's form and languages", (token, { description }) => {
  expect(description).toMatch(/\{\{% examples %\}\}\n## Example Usage\n\n\{\{% example %\}\}\n### [A-Z].{8,}\n\n```/);
  expect(description).toMatch(/```\n\n\{\{% \/example %\}\}\n\{\{% \/examples %\}\}/);
  const fences = [...description.matchAll(/^```([a-z]+)\n/gm)].map(([, language]) => language);
  const isResource = token in committed.resources;
  const languages = ["typescript", "python", "go", "yaml", "sh"];
  expect(fences).toEqual(isResource ? languages : expect.arrayContaining(["typescript", "yaml"]));
  if (isResource) expect(description).toContain(`\npulumi import ${token} `);
});

describe("every property", () => {
  const all: [string, Property][] = [
    ...Object.values(schema.resources).flatMap((each) => [each.inputProperties, each.properties]),
    ...Object.values(schema.functions).flatMap(({ inputs, outputs }) => [inputs.properties, outputs.properties]),
    ...objectTypes.map(([, { properties }]) => properties),
    schema.config.variables,
  ].flatMap(Object.entries<Property>);
  const refsIn = (value: unknown) => [...JSON.stringify(value).matchAll(/"\$ref":"(.*?)"/g)].map(([, ref = ""]) => ref);

  test("refers to existing types only, and every type is used", () => {
    const refs = refsIn(all);
    const known = new Set(["pulumi.json#/Any", ...Object.keys(schema.types).map((token) => `#/types/${token}`)]);
    expect(refs.filter((ref) => !known.has(ref))).toEqual([]);
    expect(Object.keys(schema.types).filter((token) => !refs.includes(`#/types/${token}`))).toEqual([]);
  });

  test("has any type only in fields of any form", () => {
    const any = all.filter(([, property]) => refsIn(property).includes("pulumi.json#/Any"));
    expect([...new Set(any.map(([key]) => key))].sort()).toEqual([
      "extraClaims",
      "extraSpec",
      "objects",
      "parameters",
      "spec",
    ]);
  });

  test("has a description in full sentences", () => {
    expect(all.filter(([, { description = "" }]) => !/^[A-Z`].{5,}\.$/s.test(description))).toEqual([]);
    expect(Object.values(schema.types).filter(({ description }) => !description)).toEqual([]);
  });
});

describe("settings", () => {
  test("are all those of the provider, as stack configuration and as arguments", () => {
    expect(Object.keys(schema.config.variables).sort()).toEqual(Object.keys(providerConfig.shape).sort());
    expect(Object.keys(schema.provider.inputProperties)).toEqual(Object.keys(schema.config.variables));
  });

  test("have no defaults as arguments, because an SDK would override the environment", () => {
    expect(JSON.stringify(schema.provider.inputProperties)).not.toContain('"default');
  });
});
