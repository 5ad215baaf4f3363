import type { PlatformOptions } from "../../emulator/options";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";

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

/** Waits for a change of any store after which a question has an answer. */
export async function until<T>({ stores }: RunningPlatform, ask: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = ask();
    if (found !== undefined && found !== false) return found;
    await new Promise<void>((resolve) => {
      const stops = [...stores.values()].map((store) =>
        store.onChange(() => {
          for (const stop of stops) stop();
          resolve();
        }),
      );
    });
  }
}

/** A clock that stands still until it is set forward. */
export interface PlatformClock {
  pass(seconds: number): void;
}

type Run = (platform: RunningPlatform) => Promise<void>;

/** A test against a platform of its own, with options if there are any. */
export function platformTest(title: string, ...rest: [Run] | [PlatformOptions, Run]): void {
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  test(title, () => withPlatform(options, run));
}

/** A test against a platform of its own whose clock the test sets. */
export function clockTest(
  title: string,
  run: (platform: RunningPlatform, clock: PlatformClock) => Promise<void>,
  options: PlatformOptions = {},
): void {
  let time = Date.parse("2026-01-01T00:00:00Z");
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  test(title, () => withPlatform({ ...options, now: () => new Date(time) }, (platform) => run(platform, { pass })));
}
