import type { RunningPlatform } from "../../emulator/platform";
import type { PlatformOptions } from "../../emulator/platformOptions";
import { post, template } from "./conformance/row";
import { send } from "./request";
import { temporaryFolder } from "./temporaryFolder";
import { withPlatform } from "./withPlatform";

/** A folder of the test file's own, and platforms that keep their objects in one data file in it. */
export function keptPlatform() {
  const path = temporaryFolder();
  const dataFile = () => path("platform.data");
  /** Runs with a platform that keeps everything in the file; the next call starts again with what is in it. */
  const kept = (run: (platform: RunningPlatform) => Promise<void>, options: PlatformOptions = {}) =>
    withPlatform({ dataFile: dataFile(), ...options }, run);
  const starting = (options: PlatformOptions = {}) => kept(async () => {}, options);
  return { path, dataFile, kept, starting };
}

/** The names of what is stored. */
export function names(platform: RunningPlatform, plural = "spacetemplates"): string[] {
  return platform.store.list(plural).map(({ metadata }) => metadata.name);
}

/** Makes a space template. */
export async function create(platform: RunningPlatform, name: string): Promise<void> {
  expect((await send(platform, post(template(name)))).status).toBe(201);
}
