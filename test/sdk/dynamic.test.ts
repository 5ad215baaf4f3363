import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import { resources } from "../../provider/resources/registry";
import * as sdk from "../../sdk/index";
import { forDynamic, fullInputs } from "../support/fullInputs";

const { getSpaceTemplate, OwnedAccessKey, SpaceTemplate } = sdk;
type OwnedAccessKeyArgs = sdk.OwnedAccessKeyArgs;
type SpaceTemplateArgs = sdk.SpaceTemplateArgs;

const root = path.join(__dirname, "../..");

/** The head of every program. Programs are beside this file, so that their imports resolve. */
const preamble = [
  'import * as pulumi from "@pulumi/pulumi";',
  'import * as policy from "@pulumi/policy";',
  'import { OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "../../sdk/index.js";',
  'import type { OwnedAccessKeyArgs, SpaceTemplateArgs, VirtualClusterImportArgs } from "../../sdk/index.js";',
  "export const later: pulumi.Output<string> = pulumi.output('later');",
  "declare const key: OwnedAccessKey;",
  "declare const reference: { apiVersion: string; kind: string; name: string };",
  "declare const template: SpaceTemplate;",
  "declare const imported: VirtualClusterImport;",
  "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
  "export const rule = policy.validateResourceOfType;",
  "export const all = { key, template, imported, reference };",
  "",
].join("\n");

type Program = [about: string, text: string];
const template = (args: string) => `new SpaceTemplate("t", ${args})`;
const key = (args: string) => `new OwnedAccessKey("k", ${args})`;
const imported = (args: string) => `new VirtualClusterImport("v", ${args})`;

const accepted: Program[] = [
  ["no arguments", 'new SpaceTemplate("t")'],
  ["manifests as objects", template('{ template: { objects: [{ kind: "Pod", spec: { a: [1] } }] } }')],
  ["outputs at every depth", key("{ user: later, scope: { projects: [{ project: later }] } }")],
  ["outputs of whole objects", key("{ scope: pulumi.output({ allowCli: true }) }")],
  ["a secret key", key('{ key: pulumi.secret("k") }')],
  ["resource options", key('{ user: "u" }, { protect: true, dependsOn: [template] }')],
  ["an import", imported('{ project: "p", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "v" } }')],
  ["an optional output of one as an input of another", template("{ displayName: key.displayName }")],
  ["all outputs of a template as inputs", "((all): SpaceTemplateArgs => all)(template)"],
  ["all outputs of a key as inputs", "((all): OwnedAccessKeyArgs => all)(key)"],
  ["all outputs of an import as inputs", "((all): VirtualClusterImportArgs => all)(imported)"],
  ["a policy by class", "rule(OwnedAccessKey, ({ ttl }, _, report) => report(ttl?.toFixed() ?? 'endless'))"],
  ["an output in an apply", template('{ description: key.key.apply((k) => k ?? "") }')],
];

/** With the code of the compiler's message and a word in it. */
const refused: [...Program, code: number, word: string][] = [
  ["an unknown field", template('{ colour: "red" }'), 2353, "colour"],
  ["a misspelt field", key('{ displayname: "x" }'), 2561, "displayName"],
  ["an output of the wrong type", key("{ ttl: later }"), 2322, "number"],
  ["a string as a list", key('{ groups: "g" }'), 2322, "string"],
  ["an unknown field in a list", template('{ access: [{ verb: ["get"] }] }'), 2353, "verb"],
  ["an import without arguments", 'new VirtualClusterImport("v")', 2554, "arguments"],
  ["an import without a source", imported('{ project: "p" }'), 2345, "sourceVirtualCluster"],
  ["an incomplete source", imported('{ project: "p", sourceVirtualCluster: { cluster: "c" } }'), 2322, "namespace"],
  ["an owner reference without a uid", template("{ ownerReferences: [{ ...reference }] }"), 2322, "uid"],
  ["a computed output as an input", key('{ expiresAt: "2030-01-01" }'), 2353, "expiresAt"],
  ["a write to an output", "key.key = later", 2540, "read-only"],
  ["an unknown output", "template.key", 2339, "key"],
  ["a policy for an unknown field", "rule(SpaceTemplate, ({ colour }) => colour)", 2339, "colour"],
  ["an unknown nested output", "key.scope.apply((scope) => scope?.allowCLI)", 2551, "allowCli"],
];

/** Types of outputs, as a program sees them. */
const outputs: [value: string, type: string][] = [
  ["key.key", "pulumi.Output<string>"],
  ["key.name", "pulumi.Output<string>"],
  ["key.ttl", "pulumi.Output<number | undefined>"],
  ["key.generation", "pulumi.Output<number | undefined>"],
  ["key.id", "pulumi.Output<pulumi.ID>"],
  ["template.extraSpec", "pulumi.Output<Record<string, unknown> | undefined>"],
  ["imported.namespace", "pulumi.Output<string | undefined>"],
];

const programs: string[] = [
  ...accepted.map(([, text]) => text),
  ...refused.map(([, text]) => text),
  ...outputs.map(([value, type]) => `export const right: Same<typeof ${value}, ${type}> = true`),
  "export const wrong: Same<typeof key.key, pulumi.Output<string | undefined>> = true",
];

/** Properties of arguments for which an editor has no description. */
function undescribed(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const index = program.getSourceFile(path.join(root, "sdk/index.ts")) as ts.SourceFile;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(index) as ts.Symbol);
  const types = exported.filter(({ name }) => name.endsWith("Args"));
  expect(types.length).toBeGreaterThan(15);
  const properties = types.flatMap((type) => checker.getDeclaredTypeOfSymbol(type).getProperties());
  expect(properties.length).toBeGreaterThan(100);
  return properties.filter((each) => each.getDocumentationComment(checker).length === 0).map(({ name }) => name);
}

/** The messages of the compiler for each program. One run compiles all, for speed. */
function compile() {
  const files = new Map(programs.map((text, i) => [path.join(__dirname, `program${i}.ts`), `${preamble}${text};\n`]));
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const { fileExists, readFile, getSourceFile } = host;
  const textOf = (file: string) => files.get(path.normalize(file));
  host.fileExists = (file) => textOf(file) !== undefined || fileExists(file);
  host.readFile = (file) => textOf(file) ?? readFile(file);
  host.getSourceFile = (file, target, ...rest) => {
    const text = textOf(file);
    return text === undefined ? getSourceFile(file, target, ...rest) : ts.createSourceFile(file, text, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const found = [...files.keys()].map((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
  return { found: new Map(programs.map((text, i) => [text, found[i] ?? []])), undescribed: undescribed(program) };
}

describe("a TypeScript program", () => {
  let compiled: ReturnType<typeof compile>;
  beforeAll(() => {
    compiled = compile();
  }, 120_000);

  const messages = (text: string) =>
    compiled.found
      .get(text)
      ?.map(({ code, messageText }) => `${code} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);

  test.each(accepted)("may have %s", (_, text) => {
    expect(messages(text)).toEqual([]);
  });

  test.each(refused)("may not have %s", (_, text, code, word) => {
    expect(messages(text)).toEqual([expect.stringMatching(new RegExp(`^${code} [^]*${word}`))]);
  });

  test.each(outputs)("sees %s as %s", (value, type) => {
    expect(messages(`export const right: Same<typeof ${value}, ${type}> = true`)).toEqual([]);
  });

  test("has the description of every argument, at any depth", () => {
    expect(compiled.undescribed).toEqual([]);
  });

  test("does not compile with another type of an output", () => {
    expect(messages(programs.at(-1) ?? "")).toEqual([expect.stringMatching(/^2322 /)]);
  });
});

/** A class of the SDK, in the form that all have. */
interface ResourceClass {
  new (name: string, args: Wire): pulumi.CustomResource & Record<string, pulumi.Output<unknown>>;
  isInstance(value: unknown): boolean;
  readonly __pulumiType: string;
}

const exported = new Map(Object.entries(sdk));
const classes = resources.map(({ type }) => [type, exported.get(type) as unknown as ResourceClass] as const);

describe.each(classes)("isInstance of %s is asked for", (name, type) => {
  test.each<[string, unknown, boolean]>([
    [
      "an object with only the type, as policies ask",
      { __pulumiType: `pulumi-nodejs:dynamic/vcluster-platform:${name}` },
      true,
    ],
    ["another type", { __pulumiType: `vcluster-platform:index:${name}` }, false],
    ["an object without a type", {}, false],
    ["nothing", undefined, false],
    ["null", null, false],
    ["a text", "text", false],
  ])("%s", (_, value, expected) => {
    expect(type.isInstance(value)).toBe(expected);
  });

  test("the type of the class itself", () => {
    expect(type.isInstance({ __pulumiType: type.__pulumiType })).toBe(true);
  });
});

type Wire = Record<string, unknown>;

describe("under mocks", () => {
  const registered = new Map<string, Wire>();
  const calls: pulumi.runtime.MockCallArgs[] = [];
  const always = { project: "project", stack: "stack", preview: {} };

  beforeAll(async () => {
    const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
      registered.set(name, inputs);
      return { id: name, state: inputs };
    };
    const call = (args: pulumi.runtime.MockCallArgs) => {
      calls.push(args);
      return { displayName: "of the mock" };
    };
    await pulumi.runtime.setMocks({ newResource, call }, "project", "stack", true);
  });

  /** The inputs of a key, once it has a URN and so is registered. */
  const inputsOf = async (name: string, args: OwnedAccessKeyArgs, options?: pulumi.CustomResourceOptions) => {
    const resource = new OwnedAccessKey(name, args, options);
    await new Promise((resolve) => resource.urn.apply(resolve));
    return registered.get(name);
  };

  test("the reserved input has the names of project, stack and resource, and the secret inputs", async () => {
    const args = { user: "ci", description: pulumi.secret("d"), groups: [pulumi.secret("g")], key: "k" };
    const secrets = ["description", "groups", "key"];
    expect((await inputsOf("plain", args))?.__resource).toEqual({
      ...always,
      name: "plain",
      secrets,
      preview: { secrets },
    });
  });

  test.each<[string, SpaceTemplateArgs, pulumi.CustomResourceOptions, string[]]>([
    ["open", { template: { charts: [{ name: "c" }] }, versions: [{ version: "1" }] }, {}, []],
    ["absent", { template: {} }, {}, []],
    ["given", { template: { charts: [{ name: "c" }, { password: "p" }] }, versions: [] }, {}, ["template"]],
    ["nested", { versions: [{ template: { charts: [{ password: "p" }] } }] }, {}, ["versions"]],
    ["later", { template: { charts: pulumi.output([]) } }, {}, ["template"]],
    ["read", {}, { id: "read" }, ["template", "versions"]],
  ])("a field is secret as a whole if it has, or may have, a secret inside: %s", (name, args, options, fields) => {
    const seen: string[][] = [];
    const transform: pulumi.ResourceTransformation = ({ opts }) => {
      seen.push((opts as pulumi.CustomResourceOptions).additionalSecretOutputs ?? []);
      return undefined;
    };
    new SpaceTemplate(`secret-${name}`, args, { ...options, transformations: [transform] });
    expect(seen).toEqual([[...fields, "__inputs"]]);
  });

  test("an unknown input leaves the list of secrets unknown, and a preview has what it knows", async () => {
    const unknown = pulumi.output(pulumi.unknown as unknown as string);
    const resource = (await inputsOf("undecided", { user: unknown, key: "k" }))?.__resource;
    const secrets = { secrets: pulumi.unknown, preview: { secrets: ["key"] } };
    expect(resource).toEqual({ ...always, name: "undecided", ...secrets });
  });

  test.each<[string, pulumi.CustomResourceOptions, Wire]>([
    ["ignoring", { ignoreChanges: ["labels.team"] }, { ignoreChanges: ["labels.team"] }],
    ["replacing", { replaceOnChanges: ['labels["x.test/y"]'] }, { replaceOnChanges: ['labels["x.test/y"]'] }],
    ["hurrying", { customTimeouts: { create: "5m" } }, { timeouts: { create: "5m" } }],
    ["protecting", { protect: true }, {}],
  ])("the reserved input has resource options: %s", async (name, options, told) => {
    expect((await inputsOf(name, { user: "ci" }, options))?.__resource).toEqual({ ...always, name, ...told });
  });

  test("the reserved input has the URN of the parent, which the resource does not depend on", async () => {
    const parent = new pulumi.ComponentResource("x:y:Z", "parent");
    const inputs = await inputsOf("child", { user: "ci" }, { parent });
    expect(inputs?.__resource).toEqual({
      ...always,
      name: "child",
      parent: "urn:pulumi:stack::project::x:y:Z::parent",
    });
  });

  test("a transformation sees the arguments of the program and changes them", async () => {
    const addLabel: pulumi.ResourceTransformation = ({ props, opts }) => {
      const { description: _, ...rest } = props;
      return { props: { ...rest, labels: { ...props.labels, added: "yes" }, ttl: props.ttl * 2 }, opts };
    };
    const args = { user: "ci", labels: { team: "a" }, ttl: 60, description: "removed" };
    const inputs = await inputsOf("transformed", args, { transformations: [addLabel] });
    expect(inputs).toMatchObject({ user: "ci", labels: { team: "a", added: "yes" }, ttl: 120 });
    expect(inputs).not.toHaveProperty("description");
  });

  test.each(["options", "parent"])("an error of a transformation of the %s shows its line", (from) => {
    const fail: pulumi.ResourceTransformation = ({ type }) => {
      if (type.includes("dynamic")) throw new Error("failed on purpose");
      return undefined;
    };
    const transformations = [fail];
    const parent = new pulumi.ComponentResource("x:y:Z", `failing-${from}`, {}, { transformations });
    const thrown = () => new SpaceTemplate(`bad-${from}`, {}, from === "parent" ? { parent } : { transformations });
    expect(thrown).toThrow(expect.objectContaining({ stack: expect.stringContaining("dynamic.test") }));
  });

  test("a resource leaves the limit of stack traces as it was", () => {
    const before = Error.stackTraceLimit;
    new SpaceTemplate("limit");
    expect(() => new SpaceTemplate("")).toThrow("name");
    expect(Error.stackTraceLimit).toBe(before);
    expect(before).toBeGreaterThan(0);
  });

  test.each(classes)("%s has the outputs of the mock: the inputs that it registered", async (type, Class) => {
    const inputs = forDynamic(fullInputs()[type]?.[0] ?? {});
    const resource = new Class(`mocked-${type}`, inputs);
    const values = pulumi.output(Object.keys(inputs).map((key) => resource[key]));
    expect(await new Promise((resolve) => values.apply(resolve))).toEqual(Object.values(inputs));
  });

  test("a function calls the mock", async () => {
    expect(await getSpaceTemplate({ name: "shared" })).toEqual({ displayName: "of the mock" });
    expect(calls).toMatchObject([{ token: "vcluster-platform:index:getSpaceTemplate", inputs: { name: "shared" } }]);
  });

  class Provider extends pulumi.ProviderResource {}
  const provider = () => new Provider("vcluster-platform", "own");
  test.each<[string, () => pulumi.CustomResourceOptions]>([
    ["the options", () => ({ provider: provider() })],
    ["the parent", () => ({ parent: new pulumi.ComponentResource("x:y:Z", "c", {}, { providers: [provider()] }) })],
  ])("a provider from %s is an error that names the plugin's SDK", (_, options) => {
    expect(() => new OwnedAccessKey("provided", {}, options())).toThrow(
      /^OwnedAccessKey "provided" has a provider.* pulumi-vcluster-platform-plugin/,
    );
  });

  test("the option import is an error that names the plugin's SDK", () => {
    expect(() => new SpaceTemplate("there", {}, { import: "there" })).toThrow(
      /^SpaceTemplate "there" has the option import.* pulumi-vcluster-platform-plugin/,
    );
  });
});
