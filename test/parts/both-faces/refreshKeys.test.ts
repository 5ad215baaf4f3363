import { deleteAsColleague, editAsColleague, statusWithKey, writesOf } from "../../support/http";
import { keyPrograms } from "../../support/keyPrograms";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

describe("refreshKeys", () => {
  let platform: RecordedPlatform;
  let stack: Stack;

  const names = ["rotated", "gone", "stopped"];
  const program = (stopped: object) => {
    const keys = names.map((name) => [name, { inputs: { name, user: "bot", ttl: 3600 } }] as const);
    const all = Object.fromEntries(keys);
    return keyPrograms.yaml({ ...all, stopped: { inputs: { ...all.stopped?.inputs, ...stopped } } });
  };
  const settings = () => ({ PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey });

  beforeAll(async () => {
    platform = await startRecorded();
    const env = { ...settings(), PLATFORM_REFRESH_KEYS: "true" };
    stack = await createStack({ program: "yaml", source: program({}), env });
    await stack.up(["--skip-preview"]);
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });
  beforeEach(() => {
    platform.requests.length = 0;
  });

  const reads = () => platform.requests.filter(({ method }) => method === "GET").length;

  test("costs one read of each key in a preview, and another one in the update after it", async () => {
    await stack.preview(["--expect-no-changes"]);
    expect([reads(), writesOf(platform)]).toEqual([names.length, []]);
    await stack.up(["--refresh"]);
    expect([reads(), writesOf(platform)]).toEqual([names.length * 3, []]);
  });

  test("lets a plain up see what happened outside", async () => {
    await editAsColleague(platform, "ownedaccesskeys/rotated", { spec: { key: "chosen-by-a-colleague" } });
    await deleteAsColleague(platform, "ownedaccesskeys/gone");
    await editAsColleague(platform, "ownedaccesskeys/stopped", { spec: { disabled: true } });
    const failed = await stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    const words = failed.stdout + failed.stderr;
    expect(words).toContain('OwnedAccessKey "gone" is not on the platform any more: somebody deleted it.');
    expect(words).toContain('Cannot update OwnedAccessKey "stopped": the key was disabled outside by "kubectl-edit"');
    expect(writesOf(platform)).toEqual(["POST ownedaccesskeys"]);
  });

  test("an answer ends it, and what was created again works", async () => {
    stack.write(program({ disabled: false }));
    await stack.up(["--skip-preview"]);
    expect(writesOf(platform)).toEqual(["PATCH ownedaccesskeys/stopped"]);
    const outputs = await stack.outputs({ showSecrets: true });
    expect(outputs).toMatchObject({ rotated: "chosen-by-a-colleague" });
    for (const name of names) expect(await statusWithKey(platform, String(outputs[name]))).toBe(200);
    platform.requests.length = 0;
    await stack.preview(["--expect-no-changes"]);
    expect(reads()).toBe(names.length);
  });

  test("keys are not read any more after the first read without it", async () => {
    await stack.refresh(["--skip-preview"], { env: { PLATFORM_REFRESH_KEYS: "false" } });
    platform.requests.length = 0;
    await stack.preview(["--expect-no-changes"], { env: { PLATFORM_REFRESH_KEYS: "false" } });
    expect(platform.requests).toEqual([]);
  });
});
