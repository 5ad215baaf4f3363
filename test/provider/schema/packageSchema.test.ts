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
const withMark = (properties: Properties, mark: keyof Property) =>
  Object.keys(properties)
    .filter((key) => properties[key]?.[mark])
    .sort()
    .join(" ");
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

test.each<[type: string, inputs: string, outputs: string, secret: string, replaces: string, deprecated: string]>([
  ["SpaceTemplate", "", "creationTimestamp name resourceVersion uid", "", "name", ""],
  [
    "OwnedAccessKey",
    "",
    "active creationTimestamp key name resourceVersion uid",
    "key oidcLogin",
    "name rotationTriggers subject team user",
    "oidcLogin rules",
  ],
  [
    "VirtualClusterImport",
    "project sourceVirtualCluster",
    "project sourceVirtualCluster virtualCluster",
    "connection",
    "project",
    "",
  ],
])("%s requires, hides, replaces on and deprecates the right fields", (type, ...marks) => {
  const [inputs, outputs, secret, replaces, deprecated] = marks;
  const { requiredInputs = [], required, inputProperties, properties } = resourceOf(type);
  expect([requiredInputs.join(" "), required.join(" ")]).toEqual([inputs, outputs]);
  expect(withMark(properties, "secret")).toBe(secret);
  for (const each of [inputProperties, properties]) {
    // A secret output may be no input.
    const known = secret.split(" ").filter((key) => key in each);
    expect(withMark(each, "secret")).toBe(known.join(" "));
    expect(withMark(each, "willReplaceOnChanges")).toBe(replaces);
    expect(withMark(each, "deprecationMessage")).toBe(deprecated);
  }
});

test.each([
  ["OwnerReference", "!apiVersion !kind !name !uid blockOwnerDeletion controller", ""],
  ["SourceVirtualCluster", "!cluster !name !namespace importName", ""],
  [
    "Identity",
    "connector connectorData email emailVerified extraClaims groups preferredUsername userId username",
    "connectorData",
  ],
  ["OidcProvider", "clientId nonce parent redirectUri scopes", "nonce"],
  [
    "TemplateChart",
    "insecureSkipTlsVerify name password passwordRef releaseName releaseNamespace repoURL timeout username " +
      "usernameRef values version wait",
    "password",
  ],
  // The types of function results have the fields of the server, without secrets and local inputs.
  ["VirtualClusterSource", "!cluster !name !namespace", ""],
  [
    "SpaceTemplateInfo",
    "!creationTimestamp !name !resourceVersion !uid access annotations description displayName finalizers " +
      "generation labels owner ownerReferences parameters template versions",
    "",
  ],
  [
    "OwnedAccessKeyInfo",
    "!active !creationTimestamp !name !resourceVersion !uid annotations description disabled displayName expiresAt " +
      "finalizers generation groups identity identityRefresh labels lastActivity oidcProvider ownerReferences " +
      "parent rules scope subject team ttl ttlAfterLastActivity type user",
    "",
  ],
])("the type %s has the fields %s, required ones with an exclamation mark", (type, fields, secret) => {
  const { properties, required = [] } = typeOf(type);
  const found = Object.keys(properties).map((key) => (required.includes(key) ? `!${key}` : key));
  expect(found.sort().join(" ")).toBe(fields);
  expect(withMark(properties, "secret")).toBe(secret);
});

test("only these types have required or secret fields", () => {
  const marked = objectTypes.filter(([, type]) => type.required?.length || withMark(type.properties, "secret"));
  expect(marked.map(([token]) => token.replace("vcluster-platform:index:", "")).sort()).toEqual([
    ...[
      "Identity",
      "InstanceTemplateRef",
      "NameReference",
      "OidcProvider",
      "OwnedAccessKeyInfo",
      "OwnerReference",
      "ProjectInfo",
    ],
    ...["ProjectMember", "ProjectSecretInfo", "ReplacedKey", "SharedSecretInfo", "SourceVirtualCluster"],
    ...["SpaceInstanceInfo", "SpaceTemplateInfo"],
    ...["TeamInfo", "TemplateChart", "UserInfo", "VaultAuth", "VaultTokenReference", "VirtualClusterChart"],
    ...["VirtualClusterInstanceInfo", "VirtualClusterRelease", "VirtualClusterSource"],
    ...["VirtualClusterTemplateInfo", "VirtualClusterTemplateVersion"],
  ]);
  expect(typeOf("OidcProvider").properties.parent?.deprecationMessage).toContain("deprecated");
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

test.each([
  ["SpaceTemplate", "created again, being deleted"],
  ["OwnedAccessKey", "created again, being deleted, a generated key rotated, a key disabled"],
  ["VirtualClusterImport", "removed and added again, being deleted"],
])("externalChange of %s describes its own changes", (type, changes) => {
  expect(resourceOf(type).properties.externalChange?.description).toContain(`(${changes})`);
});

test("enumerations are named types with a description of each value", () => {
  const found = Object.entries(schema.types).flatMap(([token, { enum: words }]) => (words ? [{ token, words }] : []));
  expect(found.map(({ token, words }) => [token, ...words.map(({ value }) => value)].join(" ")).sort()).toEqual([
    `${tokenOf("ConflictPolicy")} merge overwrite fail`,
    `${tokenOf("DeletionPolicy")} retain delete`,
    `${tokenOf("ForwardTokenMode")} Off TokenReview Passthrough`,
    `${tokenOf("ReplacedKeyPolicy")} delete expire`,
  ]);
  for (const { description } of found.flatMap(({ words }) => words)) expect(description).toMatch(/^[A-Z].{8,}\.$/);
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

  test("has the type of its declaration", () => {
    expect(resourceOf("OwnedAccessKey").inputProperties).toMatchObject({
      ttl: { type: "integer" },
      disabled: { type: "boolean" },
      groups: { type: "array", items: { type: "string" } },
      labels: { type: "object", additionalProperties: { type: "string" } },
      scope: { $ref: "#/types/vcluster-platform:index:AccessScope" },
      rules: { type: "array", items: { $ref: "#/types/vcluster-platform:index:AccessKeyRule" } },
    });
    expect(typeOf("SpaceTemplateDefinition").properties.objects?.oneOf).toEqual([
      { type: "string" },
      { type: "array", items: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } } },
    ]);
  });
});

describe("settings", () => {
  test("are all those of the provider, as stack configuration and as arguments", () => {
    expect(Object.keys(schema.config.variables).sort()).toEqual(Object.keys(providerConfig.shape).sort());
    expect(Object.keys(schema.provider.inputProperties)).toEqual(Object.keys(schema.config.variables));
  });

  test("have their environment variables, except lists and secrets", () => {
    const variables = Object.entries(schema.config.variables).map(([key, { defaultInfo }]) => [key, defaultInfo]);
    expect(Object.fromEntries(variables)).toMatchObject({
      baseUrl: { environment: ["VCLUSTER_PLATFORM_BASE_URL"] },
      insecureSkipTlsVerify: { environment: ["VCLUSTER_PLATFORM_INSECURE_SKIP_TLS_VERIFY"] },
      projectNamespacePrefixes: undefined,
      accessKey: undefined,
      clientKey: undefined,
    });
  });

  test("have a plain type as stack configuration, because an SDK reads others as JSON", () => {
    const description = expect.stringContaining("`overwrite`: The program's value");
    expect(schema.config.variables.conflictPolicy).toMatchObject({ type: "string", default: "merge", description });
    expect(schema.provider.inputProperties.conflictPolicy?.$ref).toBe("#/types/vcluster-platform:index:ConflictPolicy");
  });

  test("have no defaults as arguments, because an SDK would override the environment", () => {
    expect(JSON.stringify(schema.provider.inputProperties)).not.toContain('"default');
  });

  test("hide the access key and the key of the client's certificate", () => {
    expect(withMark(schema.config.variables, "secret")).toBe("accessKey clientKey");
  });
});
