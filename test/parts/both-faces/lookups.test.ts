import path from "node:path";
import { root } from "../../support/environment";
import { resourcePrograms } from "../../support/resourcePrograms";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const secretText = "canary-of-a-looked-up-key-0123456789";

let platform: RecordedPlatform;
const stacks: Stack[] = [];

beforeAll(async () => {
  platform = await startRecorded({ projects: ["web"] });
  const source = { cluster: "c1", namespace: "vc", name: "team" };
  const seed = await stackOf(
    "yaml",
    resourcePrograms.yaml({
      t0: template("t0", "ops"),
      t1: template("t1", "web"),
      t2: template("t2", "ops"),
      key: { type: "OwnedAccessKey", inputs: { name: "ci", user: "bot", ttl: 60, key: secretText } },
      import: { type: "VirtualClusterImport", inputs: { project: "web", sourceVirtualCluster: source } },
    }),
  );
  await seed.up(["--skip-preview"]);
});
afterAll(async () => {
  for (const stack of stacks) stack.dispose();
  await platform?.close();
});

const template = (name: string, team: string) => ({
  inputs: { name, displayName: `Template ${name}`, labels: { team } },
});

async function stackOf(program: "yaml" | "typescript", source: string): Promise<Stack> {
  const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
  const stack = await createStack({ program, source, env });
  stacks.push(stack);
  return stack;
}

describe("pulumi do", () => {
  const plugin = path.join(root, "bin", "pulumi-resource-platform");
  let stack: Stack;

  beforeAll(async () => {
    stack = await stackOf("yaml", "resources: {}");
  });
  const run = async (...args: string[]) =>
    JSON.parse((await stack.pulumi(["do", "--package", plugin, ...args])).stdout);

  test.each<[string, string[], string[]]>([
    ["SpaceTemplate", [], ["t0", "t1", "t2"]],
    ["SpaceTemplate", ["--count", "2"], ["t0", "t1"]],
    ["SpaceTemplate", ["--label-selector", "team=web"], ["t1"]],
    ["OwnedAccessKey", [], ["ci"]],
    ["VirtualClusterImport", [], ["web/team"]],
    ["VirtualClusterImport", ["--project", "other"], []],
  ])("lists %s %p", async (type, options, ids) => {
    const listed: { id: string }[] = await run(`platform:index:${type}`, "list", ...options);
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });

  test("calls a function", async () => {
    const found = await run("platform:index:listOwnedAccessKeys");
    expect(found.items).toMatchObject([{ name: "ci", user: "bot", ttl: 60, active: true }]);
  });
});

/** Outputs of the programs below. */
const found = { displayName: "Template t1", names: ["t1"], user: "bot", namespace: "p-web", cluster: "c1" };

const programs = {
  yaml: `
variables:
  template: { fn::invoke: { function: platform:index:getSpaceTemplate, arguments: { name: t1 } } }
  templates: { fn::invoke: { function: platform:index:listSpaceTemplates, arguments: { labelSelector: team=web } } }
  key: { fn::invoke: { function: platform:index:getOwnedAccessKey, arguments: { name: ci } } }
  cluster: { fn::invoke: { function: platform:index:getVirtualCluster, arguments: { project: web, name: team } } }
outputs:
  displayName: \${template.displayName}
  names: ["\${templates.items[0].name}"]
  user: \${key.user}
  namespace: \${cluster.namespace}
  cluster: \${cluster.source.cluster}
  keys: { fn::toJSON: { fn::invoke: { function: platform:index:listOwnedAccessKeys, arguments: {} } } }
`,
  typescript: `
import { getOwnedAccessKey, getSpaceTemplate, getVirtualCluster, listOwnedAccessKeys, listSpaceTemplates } from "pulumi-platform";
export const displayName = getSpaceTemplate({ name: "t1" }).then((template) => template.displayName);
export const names = listSpaceTemplates({ labelSelector: "team=web" }).then(({ items }) => items.map(({ name }) => name));
export const user = getOwnedAccessKey({ name: "ci" }).then((key) => key.user);
const found = getVirtualCluster({ project: "web", name: "team" });
export const namespace = found.then((cluster) => cluster.namespace);
export const cluster = found.then(({ source }) => source?.cluster);
export const keys = listOwnedAccessKeys().then((all) => JSON.stringify(all));
`,
};

describe.each(["yaml", "typescript"] as const)("a program in %s", (program) => {
  test("looks up existing objects, also in a preview, and stores no secret", async () => {
    const stack = await stackOf(program, programs[program]);
    await stack.preview();
    await stack.up(["--skip-preview"]);
    const { keys, ...outputs } = await stack.outputs();
    expect(outputs).toEqual(found);
    // The state has the whole result of the function, so a secret in it would be found.
    expect(JSON.parse(String(keys)).items).toMatchObject([{ name: "ci", user: "bot" }]);
    expect(stack.rawStateFile() + stack.allOutput()).not.toContain(secretText);
  });

  test("fails with the name of a missing object", async () => {
    const stack = await stackOf(program, programs[program].replaceAll("t1", "nowhere"));
    const { exitCode, stdout, stderr } = await stack.preview([], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).toContain('There is no SpaceTemplate "nowhere" on this platform');
  });
});
