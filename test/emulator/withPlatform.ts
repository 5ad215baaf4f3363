import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import type { PlatformOptions } from "../../emulator/platformOptions";

/** Runs a test against a platform of its own. */
export async function withPlatform(
  options: PlatformOptions,
  run: (platform: RunningPlatform) => Promise<void>,
): Promise<void> {
  const platform = await startPlatform({ projects: ["web"], ...options });
  try {
    await run(platform);
  } finally {
    await platform.close();
  }
}

/** A clock that stands still until it is set forward. */
export class TestClock {
  private time = Date.parse("2026-01-01T00:00:00Z");

  readonly now = (): Date => new Date(this.time);

  /** Sets the clock forward. */
  pass(seconds: number): void {
    this.time += seconds * 1000;
  }
}
