import { statusWithKey, writesOf } from "../support/http";
import { keyPrograms } from "../support/keyPrograms";
import type { ProgramKind } from "../support/project";
import { createStack, type Stack } from "../support/stack";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";
import { startTestClock, type TestClock } from "../support/testClock";

const faces: [string, ProgramKind][] = [
  ["the plugin", "yaml"],
  ["dynamic resources", "typescript"],
];

describe.each(faces)("on %s, with a clock for all", (_, kind) => {
  let clock: TestClock;
  let platform: RecordedPlatform;
  let stack: Stack;
  let outputs: Record<string, unknown>;

  beforeAll(async () => {
    clock = startTestClock();
    platform = await startRecorded({ now: clock.now });
    const limits = { user: "bot", ttl: 3600, rotateBeforeExpiry: 600 };
    const keys = { ci: { inputs: limits }, busy: { inputs: { ...limits, ttlAfterLastActivity: true } } };
    stack = await createStack({
      program: kind,
      source: keyPrograms[kind](keys, "ci"),
      env: { ...clock.env, PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey },
      typecheck: false,
    });
    await stack.up(["--skip-preview"]);
    outputs = await stack.outputs({ showSecrets: true });
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
    clock?.dispose();
  });
  beforeEach(() => {
    platform.requests.length = 0;
  });

  const stored = (name: unknown) => JSON.parse(JSON.stringify(platform.store.get("ownedaccesskeys", String(name))));
  const status = (key: unknown) => statusWithKey(platform, String(key));
  const expiry = (name: unknown) =>
    new Date(Date.parse(stored(name).metadata.creationTimestamp) + 3_600_000).toISOString().replace(".000Z", "Z");
  /** The outputs before and now. */
  const turned = async () => {
    const before = outputs;
    outputs = await stack.outputs({ showSecrets: true });
    return [before, outputs] as const;
  };

  test("nothing is planned before it is time, and nobody is asked", async () => {
    clock.setAhead(2900);
    await stack.preview(["--expect-no-changes"]);
    expect(platform.requests).toEqual([]);
  });

  test("in time, a preview says what is replaced, why, and when it expires, and asks nobody", async () => {
    clock.setAhead(3001);
    const { stdout, stderr } = await stack.preview();
    expect(stdout).toMatch(/\+-2 to replace/);
    const reason = `The key expires at ${expiry(outputs.ciName)}: it is replaced by a new one (rotateBeforeExpiry).`;
    expect(stdout + stderr).toContain(reason);
    expect(platform.requests).toEqual([]);
  });

  test("a key that lives on after its last activity is due by the activity that a refresh saw", async () => {
    expect(await status(outputs.busy)).toBe(200);
    platform.requests.length = 0;
    await stack.up(["--skip-preview", "--refresh"]);
    const [before, after] = await turned();
    expect(after.busyName).toBe(before.busyName);
    expect(after.ciName).not.toBe(before.ciName);
    expect(writesOf(platform)).toEqual([
      "POST ownedaccesskeys",
      "PATCH spacetemplates/consumer",
      `DELETE ownedaccesskeys/${before.ciName}`,
    ]);
    expect(JSON.stringify(platform.store.get("spacetemplates", "consumer"))).toContain(String(after.ci));
    expect([await status(before.ci), await status(after.ci)]).toEqual([401, 200]);
  });

  test("after that there is nothing to do", async () => {
    await stack.preview(["--expect-no-changes"]);
    expect(platform.requests).toEqual([]);
  });

  test("keys that have expired meanwhile are replaced by a plain up, which says so", async () => {
    clock.setAhead(40_000);
    expect([await status(outputs.ci), await status(outputs.busy)]).toEqual([401, 401]);
    platform.requests.length = 0;
    const expired = expiry(outputs.ciName);
    const { stdout, stderr } = await stack.up(["--skip-preview"]);
    expect(stdout + stderr).toContain(`The key expired at ${expired}: it is replaced by a new one`);
    const [before, after] = await turned();
    const writes = writesOf(platform);
    expect(writes.slice(0, 2)).toEqual(["POST ownedaccesskeys", "POST ownedaccesskeys"]);
    expect(writes.slice(-2).sort()).toEqual(
      [before.busyName, before.ciName].map((name) => `DELETE ownedaccesskeys/${name}`).sort(),
    );
    expect([await status(after.ci), await status(after.busy)]).toEqual([200, 200]);
    await stack.preview(["--expect-no-changes"]);
  });

  test("no key was written to the state or printed", () => {
    const everywhere = stack.rawStateFile() + stack.allOutput().replaceAll(/"(ci|busy)": "[^"]+"/g, "");
    for (const key of [outputs.ci, outputs.busy]) expect(everywhere).not.toContain(String(key));
  });
});
