import type { PlatformOptions } from "../../emulator/platformOptions";
import { createStack, type Stack, type StackOptions } from "./stack";
import { type RecordedPlatform, startRecorded } from "./startRecorded";

/** A stack of the real engine, and the platform that it is set up for. */
export interface StackUnderTest {
  readonly platform: RecordedPlatform;
  readonly stack: Stack;
}

/** What a stack runs with, besides the address and the key of its platform, and what is particular to the platform. */
export interface StackSetUp extends StackOptions {
  platform?: PlatformOptions;
}

/** Before the tests of the block that this is called in, starts a platform and creates a stack for it; ends both after them. */
export function stackUnderTest(setUp: () => StackSetUp): StackUnderTest {
  let platform: RecordedPlatform;
  let stack: Stack;

  beforeAll(async () => {
    const { platform: options, env, ...rest } = setUp();
    platform = await startRecorded(options);
    const settings = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
    stack = await createStack({ ...rest, env: { ...settings, ...env } });
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });

  return {
    get platform() {
      return platform;
    },
    get stack() {
      return stack;
    },
  };
}
