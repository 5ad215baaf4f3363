import { generatedSdk } from "../../../../scripts/setup/languages/generatedSdk.js";
import type { SdkLanguage } from "../../../../scripts/setup/languages/generateSdk.js";
import { pythonProgram } from "../../../../scripts/setup/languages/pythonTools.js";
import { functionExamples, makeWhatFunctionsFind } from "../../../support/functionExamples";
import { createAsColleague } from "../../../support/http";
import { testIf } from "../../../support/needs";
import type { ProgramFiles } from "../../../support/project";
import { created, exampleSource, expectWorkingSecret, resourceExamples } from "../../../support/resourceExamples";
import { type StackUnderTest, stackUnderTest } from "../../../support/stackUnderTest";
import { functionsTogether } from "./functionsTogether";

/** A language with a generated SDK, and programs in it. */
export interface Language {
  files: ProgramFiles;
  sdk: SdkLanguage;
  /** Folder and file of the examples. */
  example: [folder: string, file: string];
  /** Looks things up and makes a template, by a provider of its own with the configuration's `address` and `key`. */
  lookups: string;
  /** Makes a template with fields that the provider does not know. */
  freeForm: string;
  /** Programs with errors, and what says so. */
  errors: [what: string, source: string, says: string[]][];
  /** What the examples of functions put out otherwise than in other languages. */
  ownOutputs?: Record<string, unknown>;
}

/** What the lookups put out. */
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

/** The spec of the free-form program: names and values are the platform's own, so no SDK may rewrite them. */
const freeFormSpec = {
  displayName: "Free",
  template: {
    objects:
      "apiVersion: v1\ndata:\n  camelKey: kept\n  snake_key: kept\nkind: ConfigMap\nmetadata:\n  name: settings\n",
  },
  owner: { user: "admin" },
  parameters: [{ variable: "pod_limit", defaultValue: "3", min_value: 1, isRequired: true }],
};

/** What holds for every language with a generated SDK. */
export function describeLanguage(language: Language): void {
  describe("a program", () => describePrograms(language));
  describe("lookups", () => describeFunctions(language));
}

/** Each example and more, one after the other in one stack on the real engine: what one leaves, the next one removes. */
function describePrograms(language: Language): void {
  const isReady = hasAll(language);
  const rule = ruleFor(language, isReady);
  const given = isReady ? stackOf(language) : ({} as StackUnderTest);
  const run = async (source: string) => {
    given.platform.requests.length = 0;
    given.stack.write(source);
    await given.stack.up(["--skip-preview"]);
  };
  /** The types were checked just before. */
  const expectNoChanges = () =>
    given.stack.preview(["--expect-no-changes"], { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });

  for (const example of resourceExamples) {
    rule(`the example of ${example.resource} makes just what it says, and nothing the second time`, async () => {
      await run(exampleSource(example.resource, ...language.example));
      expect(created(given)).toEqual([[example.collection, example.sent]]);
      expect(await given.stack.outputs()).toEqual(example.outputs);
      if (example.secret) await expectWorkingSecret(given, example.secret);
      await expectNoChanges();
    });
  }

  rule("field names and values that only the platform knows arrive as they are", async () => {
    await run(language.freeForm);
    expect(created(given)).toEqual([["spacetemplates", { kind: "SpaceTemplate", spec: freeFormSpec }]]);
    await expectNoChanges();
  });

  for (const [what, source, says] of language.errors) {
    rule(`${what}: an error says so, before anything is sent`, async () => {
      given.platform.requests.length = 0;
      given.stack.write(source);
      const { exitCode, stdout, stderr } = await given.stack.preview([], { expectSuccess: false });
      expect(exitCode).not.toBe(0);
      for (const words of says) expect((stdout + stderr).replaceAll(/\s+/g, " ")).toContain(words);
      expect(given.platform.requests).toEqual([]);
    });
  }

  rule("functions answer and resources are made through a provider of the program", async () => {
    const { accessKey, baseUrl } = given.platform;
    await seed(given);
    await given.stack.setConfig({ "test:address": baseUrl }, { "test:key": accessKey });
    await run(language.lookups);
    expect(await given.stack.outputs()).toEqual(found);
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain(accessKey);
  });

  rule("destroy removes what was made, and nothing else", async () => {
    await given.stack.destroy(["--skip-preview"]);
    expect(given.platform.store.list("spacetemplates").map(({ metadata }) => metadata.name)).toEqual(["one"]);
    expect(given.platform.store.list("ownedaccesskeys").map(({ metadata }) => metadata.name)).toEqual(["bot-key"]);
  });
}

/** The examples of the functions together in one program, on a platform that holds just what they look for. */
function describeFunctions(language: Language): void {
  const isReady = hasAll(language);
  const rule = ruleFor(language, isReady);
  const given = isReady ? stackOf(language) : ({} as StackUnderTest);

  rule("the examples of the functions find what is there", async () => {
    await makeWhatFunctionsFind(given);
    given.stack.write(functionsTogether(language.sdk, given.stack.dir, language.example));
    await given.stack.up(["--skip-preview"]);
    const outputs = await given.stack.outputs();
    expect(outputs).toEqual(Object.assign({}, ...Object.values(functionExamples), language.ownOutputs));
    expect(JSON.stringify(outputs)).not.toContain('"key"');
  });
}

const ruleFor = ({ sdk }: Language, isReady: boolean) =>
  testIf(isReady, `generated SDK for ${sdk}: npm run setup -- --languages makes it where it can`);

/** Whether set-up could make what the programs run with. */
function hasAll({ sdk }: Language): boolean {
  return generatedSdk(sdk) !== undefined && (sdk !== "python" || pythonProgram() !== undefined);
}

function stackOf({ files, example }: Language): StackUnderTest {
  return stackUnderTest(() => ({
    program: files,
    source: exampleSource("SpaceTemplate", ...example),
    platform: { projects: ["web"] },
  }));
}

/** What the lookups find. */
async function seed({ platform }: StackUnderTest): Promise<void> {
  const labels = { team: "web" };
  const source = { cluster: "loft-cluster", namespace: "vcluster-found", name: "found" };
  const scope = { allowLoftCli: true };
  await createAsColleague(platform, "spacetemplates", {
    kind: "SpaceTemplate",
    metadata: { name: "one", labels },
    spec: { displayName: "Template one" },
  });
  await createAsColleague(platform, "ownedaccesskeys", {
    kind: "OwnedAccessKey",
    metadata: { name: "bot-key" },
    spec: { user: "bot", scope },
  });
  await createAsColleague(platform, "projects/web/importvirtualcluster", {
    kind: "ProjectImportVirtualCluster",
    sourceVirtualCluster: source,
  });
}
