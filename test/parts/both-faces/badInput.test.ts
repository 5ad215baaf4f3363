import { createServer } from "node:net";
import type { ProgramKind } from "../../support/project";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const canary = "canary-access-key-0123456789";

interface Face {
  title: string;
  kind: ProgramKind;
  /** A program with one template that has these properties. */
  template(properties: object): string;
  /** A program with one key that has these properties. */
  key(properties: object): string;
}

const faces: Face[] = [
  {
    title: "YAML on the plugin",
    kind: "yaml",
    template: (properties) => yaml("SpaceTemplate", properties),
    key: (properties) => yaml("OwnedAccessKey", properties),
  },
  {
    title: "TypeScript on dynamic resources",
    kind: "typescript",
    template: (properties) => typescript("SpaceTemplate", properties),
    key: (properties) => typescript("OwnedAccessKey", properties),
  },
];

function yaml(type: string, properties: object): string {
  return `resources:\n  res:\n    type: platform:index:${type}\n    properties: ${JSON.stringify(properties)}\n`;
}

function typescript(type: string, properties: object): string {
  return `import { ${type} } from "pulumi-platform";\nnew ${type}("res", ${JSON.stringify(properties)} as any);\n`;
}

/** A YAML program is held against the schema before the provider is asked. */
const misfits: Record<ProgramKind, string[]> = {
  yaml: [
    "displayName: Cannot assign 'List<string>' to 'string'",
    "Cannot assign '{user: List<string>}' to 'platform:index:AccessRule'",
    'Allowed values are "merge", "overwrite", "fail"',
  ],
  typescript: [
    'property "displayName" must be a string, not a list',
    'property "displayname" is not a property. Known here: name,',
    'property "access[0].user" is not a property. Known here: users, verbs',
    'property "conflictPolicy" must be one of "merge", "overwrite", "fail"',
  ],
};

describe.each(faces)("bad input in $title", ({ kind, template, key }) => {
  let platform: RecordedPlatform;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startRecorded({ accessKey: canary });
    stack = await createStack({ program: kind, source: template({}), typecheck: false });
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });
  beforeEach(() => {
    platform.requests.length = 0;
    platform.faults.clear();
  });

  const settings = (overrides: Record<string, string> = {}) => ({
    env: { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: canary, ...overrides },
    expectSuccess: false,
  });

  /** The words of a command that has to fail, without noise for a user and without the key. */
  async function failure(verb: "preview" | "up", options = settings()): Promise<string> {
    const { exitCode, stdout, stderr } = await stack[verb]([], options);
    const said = stdout + stderr;
    expect(exitCode).not.toBe(0);
    expect(said).not.toMatch(/\n\s+at .*:\d+:\d+/);
    expect(said).not.toContain(canary);
    return said.replace(/\s+/g, " ");
  }

  test("wrong types and unknown fields fail in the preview with every place named, and nothing is sent", async () => {
    stack.write(template({ displayName: ["a"], displayname: "a", access: [{ user: ["a"] }], conflictPolicy: "mine" }));
    const said = await failure("preview");
    for (const expected of misfits[kind]) expect(said).toContain(expected);
    expect(platform.requests).toEqual([]);
  });

  test("values that cannot work fail in the preview with every reason, and nothing is sent", async () => {
    stack.write(
      template({ name: "Bad_Name", template: { objects: "a: 1\n---\nb: [\n" }, labels: { team: "not ok!" } }),
    );
    const said = await failure("preview");
    expect(said).toContain('property "name" must consist of lowercase letters');
    expect(said).toContain('property "template.objects" is not valid YAML: document 2, line 4');
    expect(said).toContain('property "labels.team" must be');
    expect(platform.requests).toEqual([]);
  });

  test("a bad value of a secret field is not shown", async () => {
    // A YAML program whose types are wrong is quoted by its own language host, so there the value is only out of place.
    const connectorData = kind === "yaml" ? canary : [canary];
    stack.write(key({ key: "", identity: { connectorData }, user: "ci", subject: "ci" }));
    const said = await failure("preview");
    expect(said).toContain('property "key" must not be empty');
    expect(said).toContain('property "subject" cannot be combined with `user`');
    if (kind !== "yaml") expect(said).toContain('property "identity.connectorData" must be a string, not a list');
  });

  test("missing settings name the commands that set them", async () => {
    stack.write(template({}));
    const said = await failure("preview", { env: {}, expectSuccess: false } as ReturnType<typeof settings>);
    expect(said).toContain('baseUrl is not set. Run "pulumi config set platform:baseUrl');
    expect(said).toContain('accessKey is not set. Run "pulumi config set --secret platform:accessKey');
  });

  test("a base URL that is none is refused before anything is sent", async () => {
    const said = await failure("preview", settings({ PLATFORM_BASE_URL: "platform.example.com" }));
    expect(said).toContain("baseUrl, from PLATFORM_BASE_URL, cannot be used");
  });

  test("a wrong key says so and what to do", async () => {
    const said = await failure("up", settings({ PLATFORM_ACCESS_KEY: "some-other-key" }));
    expect(said).toContain("401");
    expect(said).toContain("PLATFORM_ACCESS_KEY");
    expect(said).not.toContain("some-other-key");
  });

  test("an unreachable platform fails an up, but not a preview that needs no answer", async () => {
    const unused = await freePort();
    const away = { PLATFORM_BASE_URL: `http://127.0.0.1:${unused}` };
    expect((await stack.preview([], settings(away))).exitCode).toBe(0);
    expect(await failure("up", settings(away))).toMatch(/refused.*platform:baseUrl/);
  });

  test("HTML instead of JSON points at the base URL", async () => {
    platform.faults.add({ kind: "spacetemplates", times: 100, action: "html" });
    expect(await failure("up")).toMatch(/HTML.*base ?URL/i);
  });

  test("after all these failures one up creates one object", async () => {
    stack.write(template({ name: "after" }));
    await stack.up([], { ...settings(), expectSuccess: true });
    expect(platform.store.list("spacetemplates").map(({ metadata }) => metadata.name)).toEqual(["after"]);
    await stack.destroy([], { ...settings(), expectSuccess: true });
    expect(stack.rawStateFile() + stack.allOutput()).not.toContain(canary);
  });
});

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
