import { readFileSync } from "node:fs";
import path from "node:path";
import type * as z from "zod";
import packageJson from "../../../package.json";
import { providerConfig } from "../../../provider/config";
import { rulesOf } from "../../../provider/objects/fields";
import { resources } from "../../../provider/resources";
import { offer } from "../../../provider/resources/offer";
import { packageSchema } from "../../../provider/schema/packageSchema";
import { withoutListUnions } from "../../../provider/schema/withoutListUnions";

interface Property {
  type?: string;
  $ref?: string;
  oneOf?: Property[];
  items?: Property;
  additionalProperties?: Property;
  description?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
  deprecationMessage?: string;
  default?: unknown;
  defaultInfo?: { environment: string[] };
}
type Properties = Record<string, Property>;
interface Words {
  enum?: { value: string; description: string }[];
}
interface Described {
  description: string;
}
interface Schema {
  name: string;
  version: string;
  config: { variables: Properties };
  provider: { inputProperties: Properties };
  resources: Record<
    string,
    Described & { inputProperties: Properties; requiredInputs?: string[]; properties: Properties; required: string[] }
  >;
  functions: Record<string, Described & Record<"inputs" | "outputs", { properties: Properties; required: string[] }>>;
  types: Record<string, { type: string; description: string; properties: Properties; required?: string[] } & Words>;
}

const schema: Schema = JSON.parse(JSON.stringify(packageSchema(offer, packageJson)));
const committed: Schema = JSON.parse(readFileSync(path.join(__dirname, "../../../schema.json"), "utf8"));
const tokenOf = (type: string) => `platform:index:${type}`;
const objectTypes = Object.entries(schema.types).filter(([, each]) => !each.enum);
const named = Object.entries(schema.resources).map(([token, each]) => ({ token, ...each }));
const withMark = (properties: Properties, mark: keyof Property) =>
  Object.keys(properties).filter((key) => properties[key]?.[mark]);

test("the committed schema is the generated one", () => {
  expect(withoutExamples(committed)).toEqual(withoutListUnions(schema));
});

test("no list stands beside other types: Pulumi's SDK for Python fails on it", () => {
  const unions = [...JSON.stringify(committed).matchAll(/"oneOf":(\[.*?\])/g)].map(([, types]) => types);
  expect(unions.filter((types) => types?.includes('"array"'))).toEqual([]);
  expect(committed.types["platform:index:SpaceTemplateDefinition"]?.properties?.objects?.$ref).toBe("pulumi.json#/Any");
});

test("has the package's name and version, and every resource", () => {
  expect(schema).toMatchObject({ name: "platform", version: packageJson.version });
  expect(Object.keys(schema.resources)).toEqual(resources.map(({ type }) => tokenOf(type)));
});

describe.each(resources.map((resource) => [resource.type, resource] as const))("%s", (type, { inputs, outputs }) => {
  const found = schema.resources[tokenOf(type)];

  test("has every declared input, and as outputs these and what the server adds", () => {
    const [given, added] = [Object.keys(inputs.shape), Object.keys(outputs.shape)];
    expect(Object.keys(found?.inputProperties ?? {}).sort()).toEqual(given.sort());
    expect(Object.keys(found?.properties ?? {}).sort()).toEqual([...new Set([...given, ...added])].sort());
  });

  test("says of every field what its declaration says", () => {
    for (const [declared, properties] of [
      [inputs, found?.inputProperties],
      [inputs.extend(outputs.shape), found?.properties],
    ] as const) {
      for (const [key, field] of Object.entries<z.ZodType>(declared.shape)) {
        const { description, whenSet } = rulesOf(field);
        expect(properties?.[key]?.description).toBe([description, whenSet].filter(Boolean).join(" "));
      }
    }
  });
});

/** What each resource requires, hides, replaces on and advises against, by hand. */
const marks: Record<string, Record<"inputs" | "outputs" | "secret" | "replaces" | "deprecated", string[]>> = {
  SpaceTemplate: {
    inputs: [],
    outputs: ["creationTimestamp", "name", "resourceVersion", "uid"],
    secret: [],
    replaces: ["name"],
    deprecated: [],
  },
  OwnedAccessKey: {
    inputs: [],
    outputs: ["active", "creationTimestamp", "name", "resourceVersion", "uid"],
    secret: ["key", "oidcLogin"],
    replaces: ["name", "rotationTriggers", "subject", "team", "user"],
    deprecated: ["oidcLogin", "rules"],
  },
  VirtualClusterImport: {
    inputs: ["project", "sourceVirtualCluster"],
    outputs: ["project", "sourceVirtualCluster", "virtualCluster"],
    secret: [],
    replaces: [
      ...["annotations", "finalizers", "generateName", "labels", "name", "ownerReferences"],
      ...["project", "sourceVirtualCluster"],
    ],
    deprecated: [],
  },
};

test.each(Object.entries(marks))(
  "%s requires, hides, replaces on and advises against the right fields",
  (type, expected) => {
    const found = schema.resources[tokenOf(type)];
    if (!found) throw new Error(`${type} is missing`);
    expect(found.requiredInputs ?? []).toEqual(expected.inputs);
    expect(found.required).toEqual(expected.outputs);
    for (const properties of [found.inputProperties, found.properties]) {
      expect(withMark(properties, "secret").sort()).toEqual(expected.secret);
      expect(withMark(properties, "willReplaceOnChanges").sort()).toEqual(expected.replaces);
      expect(withMark(properties, "deprecationMessage").sort()).toEqual(expected.deprecated);
    }
  },
);

describe("nested types", () => {
  /** The types with their fields; what is required begins with an exclamation mark. */
  const expected: Record<string, string> = {
    AccessRule: "users verbs",
    SpaceTemplateMetadata: "labels",
    SpaceTemplateDefinition: "metadata objects",
    OwnerReference: "!apiVersion !kind !name !uid blockOwnerDeletion controller",
    ScopeProject: "project",
    ScopeSpace: "project space",
    ScopeVirtualCluster: "project virtualCluster",
    AccessScope: "allowCli projects spaces virtualClusters",
    GroupResources: "group resources",
    RuleVirtualCluster: "name namespace",
    AccessKeyRule: "cluster namespaces nonResourceURLs requestTargets resourceNames resources verbs virtualClusters",
    Identity: "connector connectorData email emailVerified groups preferredUsername userId username",
    OidcProvider: "clientId nonce parent redirectUri scopes",
    OidcLogin: "accessToken idToken lastRefresh refreshToken",
    SourceVirtualCluster: "!cluster !name !namespace importName",
    // What functions answer: the fields of the resource and of the server, without what is secret or ours.
    SpaceTemplateInfo:
      "!creationTimestamp !name !resourceVersion !uid access annotations description displayName finalizers generation labels ownerReferences template",
    OwnedAccessKeyInfo:
      "!active !creationTimestamp !name !resourceVersion !uid annotations description disabled displayName expiresAt finalizers generation groups " +
      "identity identityRefresh labels lastActivity oidcProvider ownerReferences rules scope subject team ttl ttlAfterLastActivity type user",
    VirtualClusterSource: "!cluster !name !namespace",
  };

  test("are all there, with their fields", () => {
    const found = objectTypes.map(([token, { properties, required = [] }]) => {
      const fields = Object.keys(properties).map((key) => (required.includes(key) ? `!${key}` : key));
      return [token.replace("platform:index:", ""), fields.sort().join(" ")];
    });
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test("hide what is secret inside them", () => {
    const secrets = objectTypes.flatMap(([token, { properties }]) =>
      withMark(properties, "secret").map((key) => `${token.replace("platform:index:", "")}.${key}`),
    );
    expect(secrets.sort()).toEqual(["Identity.connectorData", "OidcProvider.nonce"]);
    expect(schema.types[tokenOf("OidcProvider")]?.properties.parent?.deprecationMessage).toContain("deprecated");
  });
});

test("what functions answer says nothing of what only a program that sets a field has to know", () => {
  const [key, info] = [schema.resources[tokenOf("OwnedAccessKey")], schema.types[tokenOf("OwnedAccessKeyInfo")]];
  expect(key?.inputProperties.user?.description).toBe(
    "The user the key acts for. A change replaces the key, so that a secret once handed out never changes whom it acts for.",
  );
  expect(info?.properties.user).toEqual({ type: "string", description: "The user the key acts for." });
  expect(info?.properties.rules?.deprecationMessage).toBeUndefined();
});

test("no answer tells of defaults and replacements, which only a program brings about", () => {
  const answered = [
    ...Object.values(schema.functions).flatMap(({ outputs }) => Object.entries(outputs.properties)),
    ...objectTypes.flatMap(([token, { properties }]) => (token.endsWith("Info") ? Object.entries(properties) : [])),
  ];
  expect(answered.length).toBeGreaterThan(60);
  expect(answered.filter(([, { description = "" }]) => /\bDefault\b|A change replaces/.test(description))).toEqual([]);
});

test("what can have happened to an object is told of its own kind", () => {
  const told = named.map(({ properties }) => /\((.*?)\)/.exec(properties.externalChange?.description ?? "")?.[1]);
  expect(told).toEqual([
    "created again, being deleted",
    "created again, being deleted, a generated key rotated, a key disabled",
    "removed and added again, being deleted",
  ]);
});

test("the words of template.objects name both types, since the schema can name none", () => {
  const { description } = committed.types[tokenOf("SpaceTemplateDefinition")]?.properties.objects ?? {};
  expect(description).toContain("a string of YAML, or a list of objects");
});

test("the words that this provider chose are types with names, and each says what it means", () => {
  const found = Object.entries(schema.types).flatMap(([token, { enum: words }]) =>
    words ? [[token, words] as const] : [],
  );
  expect(Object.fromEntries(found.map(([token, words]) => [token, words.map(({ value }) => value)]))).toEqual({
    [tokenOf("ConflictPolicy")]: ["merge", "overwrite", "fail"],
    [tokenOf("DeletionPolicy")]: ["retain", "delete"],
    [tokenOf("ReplacedKeyPolicy")]: ["delete", "disable"],
  });
  for (const { description } of found.flatMap(([, words]) => words)) expect(description).toMatch(/^[A-Z].{8,}\.$/);
});

describe("what is published beside the definitions", () => {
  const languages = ["typescript", "python", "go", "yaml"];
  const fencesIn = (text: string) => [...text.matchAll(/^```([a-z]+)\n/gm)].map(([, language]) => language);
  const everything = [...Object.entries(committed.resources), ...Object.entries(committed.functions)];

  test.each(Object.keys(committed.resources))(
    "%s has an example in every language and the command to import one",
    (token) => {
      const { description = "" } = committed.resources[token] ?? {};
      expect(fencesIn(description)).toEqual([...languages, "sh"]);
      expect(description).toContain(`\npulumi import ${token} `);
    },
  );

  test.each(Object.keys(committed.functions))("%s has an example", (token) => {
    expect(fencesIn(committed.functions[token]?.description ?? "")).toEqual(
      expect.arrayContaining(["typescript", "yaml"]),
    );
  });

  test("examples have titles and are in the form that Pulumi's generators take apart", () => {
    for (const [, { description }] of everything) {
      expect(description).toMatch(
        /\{\{% examples %\}\}\n## Example Usage\n\n\{\{% example %\}\}\n### [A-Z].{8,}\n\n```/,
      );
      expect(description).toMatch(/```\n\n\{\{% \/example %\}\}\n\{\{% \/examples %\}\}/);
    }
  });
});

/** The definitions alone, as they are without the programs of examples/ and the words on imports. */
function withoutExamples(full: Schema): Schema {
  const strip = <T extends Described>(specs: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(specs).map(([token, spec]) => [
        token,
        { ...spec, description: spec.description.split("\n\n{{% examples %}}")[0] },
      ]),
    ) as Record<string, T>;
  return { ...full, resources: strip(full.resources), functions: strip(full.functions) };
}

describe("every property", () => {
  const all: [string, Property][] = [
    ...named.flatMap(({ token, inputProperties, properties }) => [
      ...Object.entries(inputProperties).map(([key, each]): [string, Property] => [`${token} input ${key}`, each]),
      ...Object.entries(properties).map(([key, each]): [string, Property] => [`${token} output ${key}`, each]),
    ]),
    ...Object.entries(schema.functions).flatMap(([token, { inputs, outputs }]) =>
      Object.entries({ ...inputs.properties, ...outputs.properties }).map(([key, each]): [string, Property] => [
        `${token} ${key}`,
        each,
      ]),
    ),
    ...objectTypes.flatMap(([token, { properties }]) =>
      Object.entries(properties).map(([key, each]): [string, Property] => [`${token} ${key}`, each]),
    ),
    ...Object.entries(schema.config.variables).map(([key, each]): [string, Property] => [`config ${key}`, each]),
  ];
  const inside = (property: Property): Property[] => [
    property,
    ...[property.items, property.additionalProperties, ...(property.oneOf ?? [])].flatMap((each) =>
      each ? inside(each) : [],
    ),
  ];

  test("has a type that is one, at every depth", () => {
    const types = ["string", "integer", "number", "boolean", "array", "object"];
    const wrong = all.filter(([, property]) =>
      inside(property).some(({ type, $ref, oneOf, items, additionalProperties }) => {
        if (type === undefined) return ($ref === undefined) === (oneOf === undefined);
        if (type === "array") return !items;
        return type === "object" ? !additionalProperties : !types.includes(type);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("refers only to what is there", () => {
    const refs = all.flatMap(([, property]) => inside(property).flatMap(({ $ref }) => ($ref ? [$ref] : [])));
    const known = new Set(["pulumi.json#/Any", ...Object.keys(schema.types).map((token) => `#/types/${token}`)]);
    expect(refs.filter((ref) => !known.has(ref))).toEqual([]);
    expect(Object.keys(schema.types).filter((token) => !refs.includes(`#/types/${token}`))).toEqual([]);
  });

  test("is of any type only where a program may write anything", () => {
    const any = all.filter(([, property]) => inside(property).some(({ $ref }) => $ref === "pulumi.json#/Any"));
    expect([...new Set(any.map(([name]) => name.split(" ").at(-1)))].sort()).toEqual(["extraSpec", "objects"]);
  });

  test("has a description", () => {
    expect(all.filter(([, { description }]) => !description || description.length < 8)).toEqual([]);
    expect(Object.values(schema.types).filter(({ description }) => !description)).toEqual([]);
  });

  test("is of the type that the declaration says", () => {
    const key = schema.resources[tokenOf("OwnedAccessKey")]?.inputProperties ?? {};
    const template = schema.types[tokenOf("SpaceTemplateDefinition")]?.properties ?? {};
    expect(key.ttl).toMatchObject({ type: "integer" });
    expect(key.disabled).toMatchObject({ type: "boolean" });
    expect(key.groups).toMatchObject({ type: "array", items: { type: "string" } });
    expect(key.labels).toMatchObject({ type: "object", additionalProperties: { type: "string" } });
    expect(key.scope).toMatchObject({ $ref: "#/types/platform:index:AccessScope" });
    expect(key.rules).toMatchObject({ type: "array", items: { $ref: "#/types/platform:index:AccessKeyRule" } });
    expect(template.objects?.oneOf).toEqual([
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

  test("tell SDKs their variables for reading them, but of lists and secrets", () => {
    const variables = Object.entries(schema.config.variables).map(([key, { defaultInfo }]) => [key, defaultInfo]);
    expect(Object.fromEntries(variables)).toMatchObject({
      baseUrl: { environment: ["PLATFORM_BASE_URL"] },
      insecureSkipTlsVerify: { environment: ["PLATFORM_INSECURE_SKIP_TLS_VERIFY"] },
      projectNamespacePrefixes: undefined,
      accessKey: undefined,
      clientKey: undefined,
    });
  });

  test("are of a plain type for reading, which an SDK would otherwise take for JSON", () => {
    expect(schema.config.variables.conflictPolicy).toMatchObject({ type: "string", default: "merge" });
    expect(schema.config.variables.conflictPolicy?.description).toContain("`overwrite`: The program's value");
    expect(schema.provider.inputProperties.conflictPolicy?.$ref).toBe("#/types/platform:index:ConflictPolicy");
  });

  test("have no defaults as arguments, since an SDK would send them over what the environment says", () => {
    expect(JSON.stringify(schema.provider.inputProperties)).not.toContain('"default');
  });

  test("hide the access key and the key of the client's certificate", () => {
    expect(withMark(schema.config.variables, "secret")).toEqual(["accessKey", "clientKey"]);
  });
});
