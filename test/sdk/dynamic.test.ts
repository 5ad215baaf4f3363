import path from "node:path";
import ts from "typescript";

const root = path.join(__dirname, "../..");

/** What stands before every program of these tests; they lie beside this file, so that their imports are resolved. */
const preamble = [
  'import * as pulumi from "@pulumi/pulumi";',
  'import { OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "../../sdk/index.js";',
  "export const later: pulumi.Output<string> = pulumi.output('later');",
  "declare const key: OwnedAccessKey;",
  "declare const template: SpaceTemplate;",
  "declare const imported: VirtualClusterImport;",
  "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
  "export const all = { key, template, imported };",
  "",
].join("\n");

type Program = [about: string, text: string];

const accepted: Program[] = [
  ["a template without anything", 'new SpaceTemplate("t")'],
  ["a template with text", 'new SpaceTemplate("t", { template: { objects: "kind: Pod" } })'],
  ["a template with objects", 'new SpaceTemplate("t", { template: { objects: [{ kind: "Pod", spec: { a: [1] } }] } })'],
  ["labels by any key", 'new SpaceTemplate("t", { labels: { "policy.loft.sh/pod-security": later } })'],
  ["fields of a server that knows more", 'new SpaceTemplate("t", { extraSpec: { parameters: [{ variable: "v" }] } })'],
  ["outputs at every depth", 'new OwnedAccessKey("k", { user: later, scope: { projects: [{ project: later }] } })'],
  ["outputs of whole objects", 'new OwnedAccessKey("k", { scope: pulumi.output({ allowCli: true }) })'],
  ["a secret key", 'new OwnedAccessKey("k", { key: pulumi.secret("k") })'],
  ["a value that may be absent", 'new OwnedAccessKey("k", { ttl: Math.random() > 2 ? 60 : undefined })'],
  ["resource options", 'new OwnedAccessKey("k", { user: "u" }, { protect: true, dependsOn: [template] })'],
  [
    "an import with what it needs",
    'new VirtualClusterImport("v", { project: "p", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "v" } })',
  ],
  ["an output of one as an input of another", 'new SpaceTemplate("t", { description: key.key.apply((k) => k ?? "") })'],
];

/** Code of the compiler's message, and the word that has to be in it. */
const refused: [...Program, code: number, word: string][] = [
  ["a field that does not exist", 'new SpaceTemplate("t", { colour: "red" })', 2353, "colour"],
  ["a field of another resource", 'new SpaceTemplate("t", { user: "u" })', 2353, "user"],
  ["a misspelt field", 'new OwnedAccessKey("k", { displayname: "x" })', 2561, "displayName"],
  ["a text for a number", 'new OwnedAccessKey("k", { ttl: "3600" })', 2322, "number"],
  ["an output of the wrong type", 'new OwnedAccessKey("k", { ttl: later })', 2322, "number"],
  ["a text for a truth value", 'new OwnedAccessKey("k", { disabled: "no" })', 2322, "boolean"],
  ["a text for a list", 'new OwnedAccessKey("k", { groups: "g" })', 2322, "string"],
  ["a number among labels", 'new SpaceTemplate("t", { labels: { a: 1 } })', 2322, "number"],
  [
    "a field that does not exist inside",
    'new OwnedAccessKey("k", { scope: { allowLoftCli: true } })',
    2353,
    "allowLoftCli",
  ],
  ["one deep inside a list", 'new SpaceTemplate("t", { access: [{ verb: ["get"] }] })', 2353, "verb"],
  ["objects of the wrong type", 'new SpaceTemplate("t", { template: { objects: 1 } })', 2322, "number"],
  ["an import without arguments", 'new VirtualClusterImport("v")', 2554, "arguments"],
  ["an import without a source", 'new VirtualClusterImport("v", { project: "p" })', 2345, "sourceVirtualCluster"],
  [
    "an import of half a source",
    'new VirtualClusterImport("v", { project: "p", sourceVirtualCluster: { cluster: "c", name: "n" } })',
    2322,
    "namespace",
  ],
  [
    "a policy that does not exist",
    'new VirtualClusterImport("v", { project: "p", sourceVirtualCluster: later as never, deletionPolicy: 1 })',
    2322,
    "number",
  ],
  [
    "an owner reference without a uid",
    'new SpaceTemplate("t", { ownerReferences: [{ apiVersion: "v1", kind: "K", name: "n" }] })',
    2322,
    "uid",
  ],
  ["a computed output as an input", 'new OwnedAccessKey("k", { expiresAt: "2030-01-01" })', 2353, "expiresAt"],
  ["a write to an output", "key.key = later", 2540, "read-only"],
  ["an output that does not exist", "template.key", 2339, "key"],
  ["a nested output that does not exist", "key.scope.apply((scope) => scope?.allowCLI)", 2551, "allowCli"],
];

/** Types of outputs, as a program sees them. */
const outputs: [value: string, type: string][] = [
  ["key.key", "pulumi.Output<string | undefined>"],
  ["key.name", "pulumi.Output<string>"],
  ["key.uid", "pulumi.Output<string>"],
  ["key.ttl", "pulumi.Output<number | undefined>"],
  ["key.disabled", "pulumi.Output<boolean | undefined>"],
  ["key.groups", "pulumi.Output<string[] | undefined>"],
  ["key.expiresAt", "pulumi.Output<string | undefined>"],
  ["key.generation", "pulumi.Output<number | undefined>"],
  ["key.labels", "pulumi.Output<Record<string, string> | undefined>"],
  ["key.id", "pulumi.Output<pulumi.ID>"],
  ["template.name", "pulumi.Output<string>"],
  ["template.extraSpec", "pulumi.Output<Record<string, unknown> | undefined>"],
  ["imported.project", "pulumi.Output<string>"],
  ["imported.virtualCluster", "pulumi.Output<string>"],
  ["imported.namespace", "pulumi.Output<string | undefined>"],
];

const programs: string[] = [
  ...accepted.map(([, text]) => text),
  ...refused.map(([, text]) => text),
  ...outputs.map(([value, type]) => `export const right: Same<typeof ${value}, ${type}> = true`),
  "export const wrong: Same<typeof key.key, pulumi.Output<string>> = true",
];

/** The compiler's messages for each program; all are compiled at once, since the SDK's types are the same for all. */
function compile(): Map<string, ts.Diagnostic[]> {
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
  const found = [...files.keys()].map((file) => {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} was not compiled`);
    return [...ts.getPreEmitDiagnostics(program, source)];
  });
  return new Map(programs.map((text, i) => [text, found[i] ?? []]));
}

describe("a TypeScript program", () => {
  let found: Map<string, ts.Diagnostic[]>;
  beforeAll(() => {
    found = compile();
  }, 120_000);

  const messages = (text: string) =>
    found.get(text)?.map(({ code, messageText }) => `${code} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);

  test.each(accepted)("may give %s", (_, text) => {
    expect(messages(text)).toEqual([]);
  });

  test.each(refused)("may not give %s", (_, text, code, word) => {
    expect(messages(text)).toEqual([expect.stringMatching(new RegExp(`^${code} [^]*${word}`))]);
  });

  test.each(outputs)("sees %s as %s", (value, type) => {
    expect(messages(`export const right: Same<typeof ${value}, ${type}> = true`)).toEqual([]);
  });

  test("would be told of an output of another type", () => {
    expect(messages(programs.at(-1) ?? "")).toEqual([expect.stringMatching(/^2322 /)]);
  });
});
