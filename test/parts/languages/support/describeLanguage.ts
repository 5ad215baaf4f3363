import { generatedSdk } from "../../../../scripts/setup/languages/generatedSdk.js";
import type { SdkLanguage } from "../../../../scripts/setup/languages/generateSdk.js";
import { pythonProgram } from "../../../../scripts/setup/languages/pythonTools.js";
import { createAsColleague } from "../../../support/http";
import { testIf } from "../../../support/needs";
import type { ProgramFiles } from "../../../support/project";
import { type StackUnderTest, stackUnderTest } from "../../../support/stackUnderTest";
import {
  createdBy,
  createFunctionObjects,
  exampleSource,
  expectWorkingSecret,
  functionExamples,
  resourceExamples,
} from "./examplePrograms";
import { functionsTogether } from "./functionsTogether";

/** A language with a generated SDK, and programs in it. */
export interface Language {
  files: ProgramFiles;
  sdk: SdkLanguage;
  /** Folder and file of the examples. */
  example: [folder: string, file: string];
  /** Calls functions and creates a template with a provider of the configuration's `address` and `key`. */
  lookups: string;
  /** Creates a template with fields that the provider does not know. */
  freeForm: string;
  /** Programs with errors, and the messages. */
  errors: [what: string, source: string, messages: string[]][];
  /** Outputs of the functions that differ from other languages. */
  ownOutputs?: Record<string, unknown>;
}

type Rule = ReturnType<typeof testIf>;

/** Outputs of the lookups. */
const found = {
  displayName: "Template one",
  names: ["one"],
  user: "bot",
  allowCli: true,
  keys: ["bot-key"],
  namespace: "p-web",
  cluster: "loft-cluster",
  made: "made-by-own-provider",
};

/** The spec of the free-form program, whose names and values no SDK may rewrite. */
const freeFormSpec = {
  displayName: "Free",
  template: {
    objects:
      "apiVersion: v1\ndata:\n  camelKey: kept\n  snake_key: kept\nkind: ConfigMap\nmetadata:\n  name: settings\n",
  },
  owner: { user: "admin" },
  parameters: [{ variable: "pod_limit", defaultValue: "3", min_value: 1, isRequired: true }],
};

/** The tests of every language with a generated SDK. */
export function describeLanguage(language: Language): void {
  const isReady =
    generatedSdk(language.sdk) !== undefined && (language.sdk !== "python" || pythonProgram() !== undefined);
  const need = `generated SDK for ${language.sdk}: npm run setup -- --languages makes it where it can`;
  const rule = testIf(isReady, need);
  const source = exampleSource("resources", "SpaceTemplate", ...language.example);
  const stackOf = () =>
    isReady
      ? stackUnderTest(() => ({ program: language.files, source, platform: { projects: ["web"] } }))
      : ({} as StackUnderTest);
  describe("a program", () => describePrograms(language, rule, stackOf()));
  describe("the functions", () => describeFunctions(language, rule, stackOf()));
}

/** Programs that run one after the other in one stack, so each removes the resources of the one before. */
function describePrograms(language: Language, rule: Rule, given: StackUnderTest): void {
  const run = async (source: string) => {
    given.platform.requests.length = 0;
    given.stack.write(source);
    await given.stack.up(["--skip-preview"]);
  };
  /** The types were checked just before. */
  const expectNoChanges = () =>
    given.stack.preview(["--expect-no-changes"], { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });

  for (const { resource, collection, sent, outputs, secret } of resourceExamples) {
    rule(`the example of ${resource} creates what it declares and shows no changes afterwards`, async () => {
      await run(exampleSource("resources", resource, ...language.example));
      expect(createdBy(given)).toEqual([[collection, sent]]);
      expect(await given.stack.outputs()).toEqual(outputs);
      if (secret) await expectWorkingSecret(given, secret);
      await expectNoChanges();
    });
  }

  rule("names and values that only the platform knows are sent unchanged", async () => {
    await run(language.freeForm);
    expect(createdBy(given)).toEqual([["spacetemplates", { kind: "SpaceTemplate", spec: freeFormSpec }]]);
    await expectNoChanges();
  });

  for (const [what, source, messages] of language.errors) {
    rule(`${what} fails before anything is sent`, async () => {
      given.platform.requests.length = 0;
      given.stack.write(source);
      const { exitCode, stdout, stderr } = await given.stack.preview([], { expectSuccess: false });
      expect(exitCode).not.toBe(0);
      for (const message of messages) expect((stdout + stderr).replaceAll(/\s+/g, " ")).toContain(message);
      expect(given.platform.requests).toEqual([]);
    });
  }

  rule("a provider in the program runs functions and creates resources", async () => {
    const { accessKey, baseUrl } = given.platform;
    await seed(given);
    await given.stack.setConfig({ "test:address": baseUrl }, { "test:key": accessKey });
    await run(language.lookups);
    expect(await given.stack.outputs()).toEqual(found);
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain(accessKey);
  });

  rule("destroy deletes the created objects only", async () => {
    await given.stack.destroy(["--skip-preview"]);
    const names = (plural: string) => given.platform.store.list(plural).map(({ metadata }) => metadata.name);
    expect([names("spacetemplates"), names("ownedaccesskeys")]).toEqual([["one"], ["bot-key"]]);
  });
}

/** The examples of all functions in one program, on a platform with the objects that they look up. */
function describeFunctions(language: Language, rule: Rule, given: StackUnderTest): void {
  rule("find existing objects", async () => {
    await createFunctionObjects(given);
    given.stack.write(functionsTogether(language.sdk, given.stack.dir, language.example));
    await given.stack.up(["--skip-preview"]);
    const outputs = await given.stack.outputs();
    expect(outputs).toEqual(Object.assign({}, ...Object.values(functionExamples), language.ownOutputs));
    expect(JSON.stringify(outputs)).not.toContain('"key"');
  });
}

/** Creates the objects that the lookups find. */
async function seed({ platform }: StackUnderTest): Promise<void> {
  const template = { metadata: { name: "one", labels: { team: "web" } }, spec: { displayName: "Template one" } };
  const key = { metadata: { name: "bot-key" }, spec: { user: "bot", scope: { allowLoftCli: true } } };
  const sourceVirtualCluster = { cluster: "loft-cluster", namespace: "vcluster-found", name: "found" };
  const request = { kind: "ProjectImportVirtualCluster", sourceVirtualCluster };
  await createAsColleague(platform, "spacetemplates", { kind: "SpaceTemplate", ...template });
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", ...key });
  await createAsColleague(platform, "projects/web/importvirtualcluster", request);
}
