import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

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
