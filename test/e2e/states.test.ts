import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writesOf } from "../support/http";
import {
  type RecordedState,
  recordedAdapters,
  recordedState,
  recordedVersions,
  releasedVersions,
} from "../support/recordedStates";
import { createStack, type Stack } from "../support/stack";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";
import { startTestClock, type TestClock } from "../support/testClock";

const secondsAfter = 60;

/** Seconds from now to one minute after the recording, when no key had expired. */
function aheadOf({ state }: RecordedState): number {
  const { time } = JSON.parse(readFileSync(state, "utf8")).deployment.manifest;
  return (Date.parse(time) - Date.now()) / 1000 + secondsAfter;
}

/** A generated key. The magic of a state and the secret of a data file have the same form. */
const generated = /(?<!"magic":"|"secret":")\b[0-9a-f]{64}\b/;
const standIn = /^(full-key-0123456789abcdef|subject-key-0123456789abcdef|generated-key-of-a-test-0123456789|login)$/;

/** The keys in JSON, in quoted JSON, and in the plaintext of secrets. */
function keysIn(text: string): string[] {
  const found = text.matchAll(/"key\\?": ?(?:\{[^{}]*"plaintext": ?")?\\*"([^"\\]+)/g);
  return [...found].map(([, key = ""]) => key);
}

test("every released version has a recorded state on each adapter", () => {
  expect(recordedVersions()).toEqual(expect.arrayContaining(releasedVersions()));
  expect(recordedVersions()).not.toEqual([]);
});

const all = recordedVersions().flatMap((version) =>
  Object.keys(recordedAdapters).map((adapter) => recordedState(version, adapter)),
);

describe.each(all)("a state of version $version on the adapter $adapter", (recorded) => {
  let clock: TestClock;
  let folder: string;
  let platform: RecordedPlatform;
  let stack: Stack;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-state-"));
    const dataFile = path.join(folder, "data");
    copyFileSync(recorded.platform, dataFile);
    clock = startTestClock();
    clock.setAhead(aheadOf(recorded));
    platform = await startRecorded({ dataFile, now: clock.now });
    const env = {
      VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl,
      VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey,
      ...clock.env,
    };
    const source = readFileSync(recorded.program, "utf8");
    stack = await createStack({ program: recorded.kind, source, env });
    await stack.pulumi(["stack", "import", "--file", recorded.state]);
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
    clock?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test("shows no change and no drift, and causes no write", async () => {
    const { stdout } = await stack.preview(["--expect-no-changes"]);
    expect(stdout).toMatch(/\b[1-9]\d* unchanged/);
    expect(platform.requests).toEqual([]);
    await stack.refresh(["--skip-preview", "--expect-no-changes"]);
    await stack.up(["--skip-preview", "--expect-no-changes"]);
    expect(writesOf(platform)).toEqual([]);
  });

  test("holds no path of the recording machine and no real key", () => {
    const texts = [recorded.program, recorded.state, recorded.platform].map((file) => readFileSync(file, "utf8"));
    for (const text of texts) {
      expect(text).not.toMatch(/\/(home|Users|root|tmp|work)\/|[A-Z]:\\\\/);
      expect(keysIn(text)).not.toEqual([]);
      for (const key of keysIn(text)) expect(key).toMatch(standIn);
      expect(text).not.toMatch(generated);
    }
    for (const text of texts.slice(1)) expect(text).toContain("generated-key-of-a-test-0123456789");
  });
});
