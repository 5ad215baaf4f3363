import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createAsColleague, deleteAsColleague } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

describe.each(programAdapters)("with %s, the provider's own key", (_adapter, kind) => {
  let platform: RecordedPlatform;
  let stack: Stack;
  const source = resourcePrograms[kind]({ res: { inputs: { name: "kept", displayName: "a" } } });

  beforeAll(async () => {
    platform = await startRecorded();
  });
  afterAll(() => platform?.close());
  afterEach(() => stack?.dispose());

  let current = 0;
  /** Makes a key and deletes the one before. */
  async function rotate(): Promise<string> {
    if (current > 0) await deleteAsColleague(platform, `ownedaccesskeys/number-${current}`);
    current++;
    const key = `rotated-key-of-the-provider-${current}`;
    const metadata = { name: `number-${current}` };
    await createAsColleague(platform, "ownedaccesskeys", {
      kind: "OwnedAccessKey",
      metadata,
      spec: { user: "admin", key },
    });
    return key;
  }
  const isThere = () => platform.store.get("spacetemplates", "kept") !== undefined;

  test("is read by every command from the environment and the login file", async () => {
    const env = { VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl };
    stack = await createStack({ program: kind, source, env });
    const inEnvironment = async () => ({ env: { VCLUSTER_PLATFORM_ACCESS_KEY: await rotate() } });
    const logIn = async () => {
      const folder = path.join(String(stack.env.HOME), ".vcluster");
      mkdirSync(folder, { recursive: true });
      const login = { host: platform.baseUrl, accessKey: await rotate() };
      writeFileSync(path.join(folder, "config.json"), JSON.stringify({ platform: login }));
    };
    await stack.up(["--skip-preview"], await inEnvironment());
    await stack.refresh(["--skip-preview", "--expect-no-changes"], await inEnvironment());
    await logIn();
    await stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(isThere()).toBe(true);
    await logIn();
    await stack.destroy(["--skip-preview"]);
    expect(isThere()).toBe(false);
    expect(stack.rawStateFile() + stack.allOutput()).not.toContain("rotated-key-of-the-provider");
  });

  test("is kept in the state when the stack's configuration has it, so refresh and destroy need --run-program after a change", async () => {
    const config = { "vcluster-platform:baseUrl": platform.baseUrl };
    const secretConfig = { "vcluster-platform:accessKey": await rotate() };
    stack = await createStack({ program: kind, source, config, secretConfig });
    await stack.up(["--skip-preview"]);
    for (const verb of ["refresh", "destroy"] as const) {
      await stack.setConfig({}, { "vcluster-platform:accessKey": await rotate() });
      const refused = await stack[verb](["--skip-preview"], { expectSuccess: false });
      const said = (refused.stdout + refused.stderr).replace(/\s+/g, " ");
      expect(refused.exitCode).not.toBe(0);
      expect(said).toMatch(
        /401 Unauthorized.* frozen into the provider's state, so refresh and destroy use the old one unless run with --run-program/,
      );
      expect(isThere()).toBe(true);
      expect(stack.rawStateFile()).toContain("::res");
      await stack[verb](["--skip-preview", "--run-program"]);
    }
    expect(isThere()).toBe(false);
    expect(stack.rawStateFile() + stack.allOutput()).not.toContain("rotated-key-of-the-provider");
  });
});
