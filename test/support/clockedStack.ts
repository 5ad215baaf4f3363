import type { StackOptions } from "./stack";
import { type StackUnderTest, stackUnderTest } from "./stackUnderTest";
import { startTestClock, type TestClock } from "./testClock";

/** A stack and a platform that run by the same clock, which the test moves. */
export interface ClockedStack extends StackUnderTest {
  readonly clock: TestClock;
}

/** The same as `stackUnderTest`, by a clock for all; every test begins with no request recorded. */
export function clockedStack(options: StackOptions): ClockedStack {
  let clock: TestClock;

  beforeAll(() => {
    clock = startTestClock();
  });
  const given = stackUnderTest(() => ({ ...options, platform: { now: clock.now }, env: clock.env }));
  afterAll(() => clock?.dispose());
  beforeEach(() => {
    given.platform.requests.length = 0;
  });

  return {
    get clock() {
      return clock;
    },
    get platform() {
      return given.platform;
    },
    get stack() {
      return given.stack;
    },
  };
}
