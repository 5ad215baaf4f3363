import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

describe.each(programAdapters)("with %s, where no platform has the project default, a command", (_adapter, kind) => {
  const source = resourcePrograms[kind]({ ci: { type: "OwnedAccessKey", inputs: { user: "ci", ttl: 3600 } } });
  const projects = ["web"];
  const given = stackUnderTest(() => ({ program: kind, source, platform: { api: 4, projects } }));
  let wrong: RecordedPlatform;

  beforeAll(async () => {
    wrong = await startRecorded({ api: 4, projects, accessKey: given.platform.accessKey });
  });
  afterAll(() => wrong?.close());

  test("against another platform does not forget a live key", async () => {
    await given.stack.up(["--skip-preview"]);
    const env = { VCLUSTER_PLATFORM_BASE_URL: wrong.baseUrl };
    const destroyed = await given.stack.destroy(["--skip-preview"], { env, expectSuccess: false });
    const words = (destroyed.stdout + destroyed.stderr).replace(/\s+/g, " ");
    expect(destroyed.exitCode).not.toBe(0);
    expect(words).toContain("no identifier shows whether it was made there");
    expect(given.platform.store.list("ownedaccesskeys")).toHaveLength(1);
    expect(given.stack.rawStateFile()).toContain("::ci");
  });

  test("that pins the stack refuses it, and a preview does not ask", async () => {
    const env = { VCLUSTER_PLATFORM_BASE_URL: wrong.baseUrl, VCLUSTER_PLATFORM_PLATFORM_ID: "another" };
    wrong.requests.length = 0;
    expect(await given.stack.preview([], { env })).toMatchObject({ exitCode: 0 });
    expect(wrong.requests).toEqual([]);
    const refreshed = await given.stack.refresh(["--skip-preview"], { env, expectSuccess: false });
    expect(refreshed.exitCode).not.toBe(0);
    expect((refreshed.stdout + refreshed.stderr).replace(/\s+/g, " ")).toContain("platformId names: expected another");
  });
});

describe.each(programAdapters)("with %s, a command against another platform", (_adapter, kind) => {
  const source = resourcePrograms[kind]({ ci: { type: "OwnedAccessKey", inputs: { user: "ci", ttl: 3600 } } });
  const given = stackUnderTest(() => ({ program: kind, source }));
  let wrong: RecordedPlatform;

  beforeAll(async () => {
    wrong = await startRecorded({ accessKey: given.platform.accessKey });
  });
  afterAll(() => wrong?.close());

  const at = (baseUrl: string) => ({ env: { VCLUSTER_PLATFORM_BASE_URL: baseUrl }, expectSuccess: false });
  const keys = () => given.platform.store.list("ownedaccesskeys").length;
  const words = ({ stdout, stderr }: { stdout: string; stderr: string }) => (stdout + stderr).replace(/\s+/g, " ");

  test("does not forget a live key: destroy fails and names the setting", async () => {
    expect(await given.stack.up(["--skip-preview"], at(given.platform.baseUrl))).toMatchObject({ exitCode: 0 });
    const refreshed = await given.stack.destroy(["--skip-preview", "--refresh"], at(wrong.baseUrl));
    const destroyed = await given.stack.destroy(["--skip-preview"], at(wrong.baseUrl));
    expect([refreshed.exitCode, destroyed.exitCode]).not.toContain(0);
    const place = wrong.baseUrl.replaceAll(".", "\\.");
    expect(words(destroyed)).toMatch(
      new RegExp(`Cannot delete OwnedAccessKey "ci-\\w+": it was made on another platform than the one at ${place}`),
    );
    expect(words(destroyed)).toContain("Correct vcluster-platform:baseUrl");
    expect(keys()).toBe(1);
    expect(given.stack.rawStateFile()).toContain("::ci");
  });

  test("is noticed in a preview: it warns once that the address changed", async () => {
    const { port } = new URL(given.platform.baseUrl);
    const { exitCode, stdout } = await given.stack.preview([], at(`http://localhost:${port}`));
    // Pulumi shows each message while it runs, and again at the end.
    const [, diagnostics = ""] = stdout.split("Diagnostics:");
    expect([exitCode, diagnostics.split("The address of the platform changes from http").length - 1]).toEqual([0, 1]);
  });

  test("is none if only the address differs, and a destroy that finds nothing says so", async () => {
    const { port } = new URL(given.platform.baseUrl);
    const another = at(`http://localhost:${port}`);
    expect(await given.stack.refresh(["--skip-preview", "--expect-no-changes"], another)).toMatchObject({
      exitCode: 0,
    });
    given.platform.store.remove(
      "ownedaccesskeys",
      String(given.platform.store.list("ownedaccesskeys")[0]?.metadata.name),
      "",
    );
    const destroyed = await given.stack.destroy(["--skip-preview"], another);
    expect(destroyed.exitCode).toBe(0);
    expect(words(destroyed)).toContain(`is not on the platform at http://localhost:${port}; nothing was deleted there`);
    expect(given.stack.rawStateFile()).not.toContain("::ci");
  });
});
