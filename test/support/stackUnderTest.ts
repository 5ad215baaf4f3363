import type { PlatformOptions } from "../../emulator/options";
import { createStack, type Stack, type StackOptions } from "./stack";
import { type RecordedPlatform, startRecorded } from "./startRecorded";

/** A stack of the real engine, and the platform that it is set up for. */
export interface StackUnderTest {
  readonly platform: RecordedPlatform;
  readonly stack: Stack;
}

/** A stack, whose address and key are set here, and its platform. */
export interface StackSetUp extends StackOptions {
  platform?: PlatformOptions;
  /** Where the address and the key are: in the environment by default. */
  settingsIn?: "configuration";
}

/** Starts a platform and creates a stack before the tests of a block; ends both after them. */
export function stackUnderTest(setUp: () => StackSetUp): StackUnderTest {
  let platform: RecordedPlatform;
  let stack: Stack;

  beforeAll(async () => {
    const { platform: options, env, settingsIn, ...rest } = setUp();
    platform = await startRecorded(options);
    const { baseUrl, accessKey } = platform;
    const settings =
      settingsIn === "configuration"
        ? {
            config: { "vcluster-platform:baseUrl": baseUrl },
            secretConfig: { "vcluster-platform:accessKey": accessKey },
            env: { ...env },
          }
        : { env: { VCLUSTER_PLATFORM_BASE_URL: baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: accessKey, ...env } };
    stack = await createStack({ ...rest, ...settings });
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
