import { badAnswers, type Impostor, startImpostor } from "../../support/badAnswers";
import { programFaces } from "../../support/programFaces";
import type { ProgramKind } from "../../support/project";
import type { ExportedResource } from "../../support/stack";
import { stackUnderTest } from "../../support/stackUnderTest";

const programs: Record<ProgramKind, string> = {
  yaml: `
resources:
  template: { type: "platform:index:SpaceTemplate", properties: { name: kept, displayName: a } }
  key: { type: "platform:index:OwnedAccessKey", properties: { name: kept, user: ci, ttl: 3600 } }
  cluster:
    type: platform:index:VirtualClusterImport
    properties: { project: web, sourceVirtualCluster: { cluster: c, namespace: n, name: vc } }
`,
  typescript: `
import { OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-platform";
new SpaceTemplate("template", { name: "kept", displayName: "a" });
new OwnedAccessKey("key", { name: "kept", user: "ci", ttl: 3600 });
new VirtualClusterImport("cluster", { project: "web", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "vc" } });
`,
};

/** Settings of a refresh that cannot reach the platform, and the error. */
const elsewhere: Record<string, { env: (baseUrl: string) => Record<string, string>; said: RegExp }> = {
  "nobody listens": { env: () => ({ PLATFORM_BASE_URL: "http://127.0.0.1:1" }), said: /failed: connection refused/ },
  "the path prefix is wrong": {
    env: (baseUrl) => ({ PLATFORM_BASE_URL: `${baseUrl}/prefix` }),
    said: /404: answered "404 page not found", not a Status: is the base URL right/,
  },
  "the key is wrong": { env: () => ({ PLATFORM_ACCESS_KEY: "another" }), said: /401 Unauthorized.*--run-program/ },
};
const answers = ["a login page", "a server that says nothing"];

describe.each(programFaces)("with %s, a platform that cannot be reached", (_face, kind) => {
  let impostor: Impostor;
  const given = stackUnderTest(() => ({
    program: kind,
    source: programs[kind],
    typecheck: false,
    platform: { projects: ["web"] },
  }));
  let before: unknown;

  beforeAll(async () => {
    impostor = await startImpostor();
    await given.stack.up(["--skip-preview"]);
    before = resources();
  });
  afterAll(() => impostor?.close());

  /** The resources in state. Every command encrypts anew, so a secret is represented by its length. */
  const resources = () => {
    const state = given.stack.rawStateFile().replace(/("ciphertext": *")([^"]*)/g, (_, key, text) => key + text.length);
    const all = JSON.parse(state).checkpoint.latest.resources as ExportedResource[];
    return all.map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }));
  };

  /** The error of a refresh. */
  async function failure(env: Record<string, string>): Promise<string> {
    const { exitCode, stdout, stderr } = await given.stack.refresh(["--skip-preview"], { env, expectSuccess: false });
    expect(exitCode).not.toBe(0);
    return (stdout + stderr).replace(/\s+/g, " ");
  }

  test.each(Object.entries(elsewhere))("a refresh fails and drops nothing when %s", async (_why, { env, said }) => {
    expect(await failure(env(given.platform.baseUrl))).toMatch(said);
    expect(resources()).toEqual(before);
  });

  test.each(answers)("a refresh fails and drops nothing behind %s", async (name) => {
    const answer = badAnswers[name];
    if (answer) impostor.answer = answer;
    expect(await failure({ PLATFORM_BASE_URL: impostor.baseUrl })).toMatch(answer?.said ?? /no such answer/);
    expect(resources()).toEqual(before);
  });

  test("a preview needs no platform, and nothing has changed afterwards", async () => {
    const env = { PLATFORM_BASE_URL: "http://127.0.0.1:1" };
    await given.stack.preview(["--expect-no-changes"], { env });
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(given.platform.requests.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
  });
});
