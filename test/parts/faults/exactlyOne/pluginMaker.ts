import { initializationOf, startDriver } from "../../../support/pluginDriver";
import type { KeyMaker } from "./keyRun";

/** The provider over gRPC. */
export async function pluginMaker(baseUrl: string, accessKey: string): Promise<KeyMaker> {
  const driver = await startDriver({ baseUrl, accessKey });
  return { ...driver, keptOf: (error) => initializationOf(error as object) };
}
