import { setImmediate } from "node:timers/promises";
import type { RequestLogEntry } from "../../emulator/http/server";
import type { PlatformOptions } from "../../emulator/options";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";

/** A platform with every request that it answered. */
export interface RecordedPlatform extends RunningPlatform {
  /** The oldest first; tests empty it where they begin to look. */
  requests: RequestLogEntry[];
}

/** Starts a platform that keeps the requests that it answers. */
export async function startRecorded(options: PlatformOptions = {}): Promise<RecordedPlatform> {
  const requests: RequestLogEntry[] = [];
  const onRequest = (entry: RequestLogEntry) => {
    requests.push(entry);
    options.onRequest?.(entry);
  };
  return { ...(await startPlatform({ ...options, onRequest })), requests };
}

/**
 * Waits until every fault has hit a request. A change of the store directly after this comes before
 * a delayed request.
 */
export async function whenFaultsHit({ faults }: RunningPlatform): Promise<void> {
  while (faults.pending.length > 0) await setImmediate();
}
