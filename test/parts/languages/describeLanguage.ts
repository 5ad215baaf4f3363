import { readFileSync } from "node:fs";
import path from "node:path";
import { pythonProgram } from "../../../scripts/toolchain/languages/python.js";
import type { SdkLanguage } from "../../../scripts/toolchain/languages/sdks.js";
import { generatedSdk } from "../../../scripts/toolchain/languages/sdks.js";
import { driftCommand } from "../../support/driftCommand";
import { root } from "../../support/environment";
import { foundIn } from "../../support/foundIn";
import { createAsColleague, groupPath, statusWithKey } from "../../support/http";
import { testIf } from "../../support/needs";
import type { ProgramFiles, ProgramKind } from "../../support/project";
import { type StackUnderTest, stackUnderTest } from "../../support/stackUnderTest";

/** A language with examples. */
export interface Language {
  program: ProgramKind | ProgramFiles;
  /** Folder and file of the examples. */
  example: [folder: string, file: string];
  /** Outputs of the functions that differ from other languages. */
  ownOutputs?: Record<string, Record<string, unknown>>;
  /** The generated SDK that the programs need, and programs that show its types. */
  sdk?: {
    name: SdkLanguage;
    /**
     * Calls functions and creates a template with a provider of the settings `address` and `key`.
     * The template's description and an output are the provider's address.
     */
    lookups: string;
    /** Creates a template with fields that the provider does not know. */
    freeForm: string;
    /** Programs with errors, and the messages. */
    errors: [what: string, source: string, messages: string[]][];
  };
}

/** An example of a resource: the one object that it creates, and its outputs. */
interface ResourceExample {
  resource: string;
  collection: string;
  sent: object;
  outputs: Record<string, unknown>;
}

type Rule = ReturnType<typeof testIf>;

const sourceVirtualCluster = { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" };

/** Requests and outputs of the examples of resources, the same in every language. */
const resourceExamples: ResourceExample[] = [
  {
    resource: "SpaceTemplate",
    collection: "spacetemplates",
    sent: {
      kind: "SpaceTemplate",
      spec: {
        displayName: "Web team",
        description: "Spaces of the web team",
        access: [{ users: ["alice", "bob"], verbs: ["get"] }],
        template: {
          metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } },
          objects: 'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: quota\nspec:\n  hard:\n    pods: "20"\n',
        },
      },
    },
    outputs: { name: expect.stringMatching(/^web-/) },
  },
  {
    resource: "OwnedAccessKey",
    collection: "ownedaccesskeys",
    sent: {
      kind: "OwnedAccessKey",
      spec: {
        displayName: "CI of the web team",
        type: "User",
        user: "ci-bot",
        ttl: 2_592_000,
        scope: { allowLoftCli: true, projects: [{ project: "web" }] },
      },
    },
    outputs: { token: "[secret]" },
  },
  {
    resource: "VirtualClusterImport",
    collection: "projects/web/importvirtualcluster",
    sent: { kind: "ProjectImportVirtualCluster", sourceVirtualCluster },
    outputs: { virtualCluster: "legacy" },
  },
];

/** Secret settings of the examples. */
const settings = { password: "password-of-the-registry", token: "token-of-the-charts" };

const inBase64 = (text: string) => Buffer.from(text).toString("base64");

/** The same of kinds that only vCluster Platform 4 has. The project is last, as it is protected. */
const productExamples: ResourceExample[] = [
  {
    resource: "PlatformObject",
    collection: "clusterroletemplates",
    sent: {
      kind: "ClusterRoleTemplate",
      spec: {
        displayName: "Viewer of web projects",
        management: true,
        clusterRoleTemplate: {
          rules: [{ apiGroups: ["management.loft.sh"], resources: ["projects"], verbs: ["get", "list"] }],
        },
      },
    },
    outputs: { plural: "clusterroletemplates" },
  },
  {
    resource: "Team",
    collection: "teams",
    sent: {
      kind: "Team",
      spec: {
        displayName: "Web developers",
        users: ["mia", "tom"],
        groups: ["idp:web"],
        clusterRoles: [{ name: "loft-management-project-user" }],
      },
    },
    outputs: { name: "web-developers" },
  },
  {
    resource: "User",
    collection: "users",
    sent: {
      kind: "User",
      spec: {
        displayName: "Mia Keller",
        username: "mia",
        email: "mia@example.com",
        subject: "mia@example.com",
        access: [{ name: "own-profile", verbs: ["get"], subresources: ["profile"], users: ["mia"] }],
      },
    },
    outputs: { name: "mia" },
  },
  {
    resource: "Project",
    collection: "projects",
    sent: {
      kind: "Project",
      spec: {
        displayName: "Payments",
        allowedClusters: [{ name: "*" }],
        members: [
          { kind: "Team", group: "storage.loft.sh", name: "payments", clusterRole: "loft-management-project-user" },
        ],
        quotas: { project: { virtualclusterinstances: "10" }, user: { virtualclusterinstances: "3" } },
      },
    },
    outputs: { namespace: "p-payments" },
  },
];

/** Those whose projects and namespaces exist. */
const secretAndTemplateExamples: ResourceExample[] = [
  {
    resource: "ProjectSecret",
    collection: "namespaces/p-payments/projectsecrets",
    sent: {
      kind: "ProjectSecret",
      spec: {
        displayName: "Registry of the payments team",
        data: { username: inBase64("ci"), password: inBase64(settings.password) },
      },
    },
    outputs: { name: "registry" },
  },
  {
    resource: "SharedSecret",
    collection: "namespaces/vcluster-platform/sharedsecrets",
    sent: {
      kind: "SharedSecret",
      spec: {
        displayName: "Chart repository",
        data: { username: inBase64("ci"), token: inBase64(settings.token) },
      },
    },
    outputs: { name: "charts" },
  },
  {
    resource: "VirtualClusterTemplate",
    collection: "virtualclustertemplates",
    sent: {
      kind: "VirtualClusterTemplate",
      spec: {
        displayName: "Small virtual cluster",
        parameters: [{ variable: "replicas", label: "Replicas", type: "number", defaultValue: "1" }],
        template: {
          helmRelease: {
            chart: { version: "0.32.1" },
            values: "controlPlane:\n  statefulSet:\n    highAvailability:\n      replicas: {{ .Values.replicas }}\n",
          },
          objects: "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: tools\n",
        },
      },
    },
    outputs: { name: "small" },
  },
];

/** Those that need these templates: their deletion would delete what runs in them. */
const instanceExamples: ResourceExample[] = [
  {
    resource: "VirtualClusterInstance",
    collection: "namespaces/p-payments/virtualclusterinstances",
    sent: {
      kind: "VirtualClusterInstance",
      spec: {
        owner: { team: "payments-devs" },
        templateRef: { name: "small", version: "1.0.x" },
        parameters: "replicas: 3\n",
      },
    },
    outputs: { cluster: "loft-cluster" },
  },
  {
    resource: "SpaceInstance",
    collection: "namespaces/p-payments/spaceinstances",
    sent: {
      kind: "SpaceInstance",
      spec: { displayName: "CI of the payments team", templateRef: { name: "isolated" } },
    },
    outputs: { namespace: "loft-payments-s-ci" },
  },
];

/** Outputs of the functions of these kinds. */
const productFunctions: Record<string, Record<string, unknown>> = {
  getProject: { namespace: "p-web" },
  listProjects: { projects: [expect.objectContaining({ name: "shop", namespace: "p-shop" })] },
  getTeam: { users: ["mia"] },
  listTeams: { teams: [expect.objectContaining({ name: "web-developers", users: ["mia"] })] },
  getUser: { email: "mia@example.com" },
  listUsers: { users: [expect.objectContaining({ name: "mia", email: "mia@example.com" })] },
  getProjectSecret: { displayName: "Registry" },
  listProjectSecrets: { secrets: [expect.objectContaining({ name: "registry" })] },
  getSharedSecret: { displayName: "Charts" },
  listSharedSecrets: { secrets: [expect.objectContaining({ name: "charts" })] },
  getVirtualClusterTemplate: { parameters: [expect.objectContaining({ variable: "replicas", type: "number" })] },
  listVirtualClusterTemplates: { templates: [expect.objectContaining({ name: "small" })] },
  getVirtualClusterInstance: { phase: "Ready" },
  listVirtualClusterInstances: { instances: [expect.objectContaining({ name: "dev", phase: "Ready" })] },
  getSpaceInstance: { phase: "Ready" },
  listSpaceInstances: { spaces: [expect.objectContaining({ name: "ci", phase: "Ready" })] },
};

/** Outputs of the examples of functions, the same in every language except for names in Python. */
const functionExamples: Record<string, Record<string, unknown>> = {
  getSpaceTemplate: { displayName: "Web" },
  listSpaceTemplates: { templates: [expect.objectContaining({ name: "web-team", displayName: "Web" })] },
  getOwnedAccessKey: { expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
  listOwnedAccessKeys: { keys: [expect.objectContaining({ name: "ci-key", ttl: 3600 })] },
  getVirtualCluster: { source: sourceVirtualCluster },
  getVirtualClusterKubeconfig: { kubeconfig: "[secret]" },
};

/** Names of the examples that run in every language. */
export const examplesInLanguages = {
  resources: [...resourceExamples, ...productExamples, ...secretAndTemplateExamples, ...instanceExamples].map(
    ({ resource }) => resource,
  ),
  functions: Object.keys({ ...functionExamples, ...productFunctions }),
};

/** The spec of the free-form program, whose names and values no SDK may rewrite. */
const freeFormSpec = {
  displayName: "Free",
  template: {
    objects:
      "apiVersion: v1\ndata:\n  camelKey: kept\n  snake_key: kept\nkind: ConfigMap\nmetadata:\n  name: settings\n",
  },
  future: { user: "admin" },
  futureList: [{ variable: "pod_limit", defaultValue: "3", min_value: 1, isRequired: true }],
};

/** The tests of a language. */
export function describeLanguage(language: Language): void {
  const { program, sdk, example } = language;
  const isReady = !sdk || (generatedSdk(sdk.name) !== undefined && (sdk.name !== "python" || !!pythonProgram()));
  const rule = testIf(isReady, `generated SDK for ${sdk?.name}: npm run setup -- --languages makes it where it can`);
  const source = exampleSource("resources", "SpaceTemplate", example);
  const stackOf = (api: 3 | 4 = 3) => {
    const platform = { api, readyMs: 20, projects: ["default", "web"] };
    return isReady ? stackUnderTest(() => ({ program, typecheck: true, source, platform })) : ({} as StackUnderTest);
  };
  describe("resources", () => describeResources(language, rule, stackOf()));
  describe("functions", () => describeFunctions(language, rule, stackOf()));
  describe("kinds of vCluster Platform 4", () => describeProduct(language, rule, stackOf(4)));
}

/** The examples of kinds that the specification does not have. */
function describeProduct({ example }: Language, rule: Rule, given: StackUnderTest): void {
  const describeExamples = (examples: ResourceExample[]) => {
    for (const { resource, collection, sent, outputs } of examples) {
      rule(`the example of ${resource} creates what it declares and shows no changes afterwards`, async () => {
        await runProgram(given, exampleSource("resources", resource, example));
        expect(createdBy(given)).toEqual([[collection, sent]]);
        expect(await given.stack.outputs()).toEqual(outputs);
      });
    }
  };
  describeExamples(productExamples);

  rule("the project is protected, and destroyed without the protection", async () => {
    const refused = await given.stack.destroy(["--skip-preview"], { expectSuccess: false });
    expect(refused.stdout + refused.stderr).toContain("protect");
    expect(given.platform.store.get("projects", "payments")).toBeDefined();
    await given.stack.pulumi(["state", "unprotect", "--all", "--yes"]);
    await given.stack.destroy(["--skip-preview"]);
    for (const plural of ["teams", "users"]) expect(given.platform.store.list(plural)).toEqual([]);
    expect(given.platform.store.get("projects", "payments")).toBeUndefined();
  });

  describe("in a project that exists", () => {
    beforeAll(async () => {
      await given.stack.setConfig({}, settings);
      await createAsColleague(given.platform, "projects", {
        kind: "Project",
        metadata: { name: "payments" },
        spec: {},
      });
    });
    describeExamples(secretAndTemplateExamples);

    rule("destroy deletes the secrets and the template, whose values no output shows", async () => {
      await given.stack.destroy(["--skip-preview"]);
      for (const { resource } of secretAndTemplateExamples)
        expect(given.platform.store.list(`${resource.toLowerCase()}s`)).toEqual([]);
      for (const value of Object.values(settings))
        for (const form of [value, inBase64(value)]) expect(given.stack.allOutput()).not.toContain(form);
    });

    describe("with templates", () => {
      beforeAll(() => createTemplates(given));
      afterEach(() => given.stack.pulumi(["state", "unprotect", "--all", "--yes"]));
      describeExamples(instanceExamples);

      rule("destroy deletes the instances", async () => {
        await given.stack.destroy(["--skip-preview"]);
        for (const { resource } of instanceExamples)
          expect(given.platform.store.list(`${resource.toLowerCase()}s`)).toEqual([]);
      });
    });
  });

  for (const [name, outputs] of Object.entries(productFunctions)) {
    rule(`the example of ${name} finds existing objects`, async () => {
      if (given.platform.store.list("teams").length === 0) await createProductObjects(given);
      given.stack.write(exampleSource("functions", name, example));
      await given.stack.up(["--skip-preview"]);
      expect(await given.stack.outputs()).toEqual(outputs);
    });
  }
}

const productCreator =
  ({ platform }: StackUnderTest) =>
  (kind: string, name: string, spec: object, namespace?: string) => {
    const metadata = { name, labels: { department: "shop", use: "charts", size: "small" } };
    const folder = namespace ? `namespaces/${namespace}/` : "";
    return createAsColleague(platform, `${folder}${kind.toLowerCase()}s`, { kind, metadata, spec });
  };

const virtualClusterDefinition = { helmRelease: { chart: { version: "0.32.1" } } };

/** Creates the templates that the examples of instances use. */
async function createTemplates(given: StackUnderTest): Promise<void> {
  const create = productCreator(given);
  const versions = [{ version: "1.0.0", template: virtualClusterDefinition }];
  await create("VirtualClusterTemplate", "small", { versions, parameters: [{ variable: "replicas", type: "number" }] });
  await create("SpaceTemplate", "isolated", { template: {} });
}

/** Creates the objects that these functions look up. */
async function createProductObjects(given: StackUnderTest): Promise<void> {
  const create = productCreator(given);
  await create("Project", "shop", {});
  await create("Team", "web-developers", { users: ["mia"] });
  await create("User", "mia", { email: "mia@example.com" });
  await create("ProjectSecret", "registry", { displayName: "Registry" }, "p-payments");
  await create("SharedSecret", "charts", { displayName: "Charts" }, "vcluster-platform");
  await create("VirtualClusterInstance", "dev", { template: virtualClusterDefinition }, "p-payments");
  await create("SpaceInstance", "ci", { template: {} }, "p-payments");
}

/** Runs a program, and expects no changes in a preview. Only the first run checks its types. */
async function runProgram({ platform, stack }: StackUnderTest, source: string): Promise<void> {
  platform.requests.length = 0;
  stack.write(source);
  await stack.up(["--skip-preview"]);
  await stack.preview(["--expect-no-changes"], { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
}

/** Programs that run in turn in one stack, so each removes the resources of the one before. */
function describeResources({ example, sdk }: Language, rule: Rule, given: StackUnderTest): void {
  for (const { resource, collection, sent, outputs } of resourceExamples) {
    rule(`the example of ${resource} creates what it declares and shows no changes afterwards`, async () => {
      await runProgram(given, exampleSource("resources", resource, example));
      expect(createdBy(given)).toEqual([[collection, sent]]);
      expect(await given.stack.outputs()).toEqual(outputs);
      if ("token" in outputs) await expectHiddenToken(given);
    });
  }

  if (sdk) {
    rule("names and values that only the platform knows are sent unchanged", async () => {
      await runProgram(given, sdk.freeForm);
      expect(createdBy(given)).toEqual([["spacetemplates", { kind: "SpaceTemplate", spec: freeFormSpec }]]);
    });
  }

  rule("drift uses the settings of its default provider, and finds nothing", async () => {
    const { exitCode, report } = await driftCommand(given.stack);
    expect({ exitCode, notes: report.notes, found: foundIn(report) }).toEqual({ exitCode: 0, notes: [], found: [] });
  });

  for (const [what, source, messages] of sdk?.errors ?? []) {
    rule(`${what} fails before anything is sent`, async () => {
      given.platform.requests.length = 0;
      given.stack.write(source);
      const { exitCode, stdout, stderr } = await given.stack.preview([], { expectSuccess: false });
      expect(exitCode).not.toBe(0);
      for (const message of messages) expect((stdout + stderr).replaceAll(/\s+/g, " ")).toContain(message);
      expect(given.platform.requests).toEqual([]);
    });
  }

  rule("destroy deletes what the programs created", async () => {
    await given.stack.destroy(["--skip-preview"]);
    expect((await given.stack.exportState()).deployment.resources ?? []).toEqual([]);
    for (const plural of ["spacetemplates", "ownedaccesskeys"]) expect(given.platform.store.list(plural)).toEqual([]);
  });
}

function describeFunctions({ example, sdk, ownOutputs }: Language, rule: Rule, given: StackUnderTest): void {
  for (const [name, outputs] of Object.entries({ ...functionExamples, ...ownOutputs })) {
    rule(`the example of ${name} finds existing objects`, async () => {
      if (given.platform.store.list("spacetemplates").length === 0) await createObjects(given);
      given.stack.write(exampleSource("functions", name, example));
      await given.stack.up(["--skip-preview"]);
      const found = await given.stack.outputs();
      expect(found).toEqual(outputs);
      expect(JSON.stringify(found)).not.toContain('"key"');
    });
  }

  if (!sdk) return;
  rule("a provider in the program runs functions and creates resources, and destroy deletes only these", async () => {
    const { accessKey, baseUrl, store } = given.platform;
    // The last example may have a key of its own.
    await given.stack.destroy(["--skip-preview"]);
    const stored = () => ["spacetemplates", "ownedaccesskeys"].flatMap((plural) => store.list(plural));
    const names = () => stored().map(({ metadata }) => metadata.name);
    const existing = names();
    await given.stack.setConfig({ "test:address": baseUrl }, { "test:key": accessKey });
    given.stack.write(sdk.lookups);
    await given.stack.up(["--skip-preview"]);
    const [made, address] = ["made-by-own-provider", baseUrl];
    expect(await given.stack.outputs()).toEqual({ names: ["web-team"], user: "ci-bot", allowCli: true, made, address });
    expect(names()).toEqual(expect.arrayContaining([...existing, made]));
    expect(store.get("spacetemplates", made)?.spec?.description).toBe(address);
    await given.stack.preview(["--expect-no-changes"], { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain(accessKey);
    await given.stack.destroy(["--skip-preview"]);
    expect(names()).toEqual(existing);
  });
}

/** Creates the objects that the programs look up. */
async function createObjects({ platform }: StackUnderTest): Promise<void> {
  const create = (kind: string, name: string, labels: Record<string, string>, spec: object) =>
    createAsColleague(platform, `${kind.toLowerCase()}s`, { kind, metadata: { name, labels }, spec });
  const team = { team: "web" };
  await create("SpaceTemplate", "web-team", team, { displayName: "Web" });
  await create("SpaceTemplate", "other", {}, {});
  await create("OwnedAccessKey", "ci-key", team, { user: "ci-bot", ttl: 3600, scope: { allowLoftCli: true } });
  await create("OwnedAccessKey", "other", {}, {});
  const request = { kind: "ProjectImportVirtualCluster", sourceVirtualCluster };
  await createAsColleague(platform, "projects/web/importvirtualcluster", request);
}

/** The program of an example without the head of a YAML project, which tests write themselves. */
function exampleSource(kind: "resources" | "functions", name: string, [folder, file]: Language["example"]): string {
  const text = readFileSync(path.join(root, "examples", kind, name, folder, file), "utf8");
  return folder === "yaml" ? text.replace(/^(name|description|runtime): .*\n/gm, "") : text;
}

/** The create requests, without what every object contains. */
function createdBy({ platform }: StackUnderTest): [collection: string, body: unknown][] {
  const posts = platform.requests.filter(({ method, path }) => method === "POST" && !/\/selves\?|\/selves$/.test(path));
  return posts.map(({ path, body }) => {
    const { apiVersion: _version, metadata: _metadata, status: _status, ...rest } = JSON.parse(body);
    return [path.replace(`${groupPath}/`, "").replace(/\?.*/, ""), rest];
  });
}

/** Expects that the output `token` is a valid key that neither the state nor any output shows. */
async function expectHiddenToken({ stack, platform }: StackUnderTest): Promise<void> {
  const { token } = (await stack.outputs({ showSecrets: true })) as { token: string };
  expect(await statusWithKey(platform, token)).not.toBe(401);
  for (const text of [stack.rawStateFile(), stack.allOutput().replaceAll(`"token": "${token}"`, "")])
    expect(text).not.toContain(token);
}
