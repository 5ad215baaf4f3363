import { startDynamicDriver } from "../../dynamicDriver";
import type { FaceDriver } from "../../faceDriver";
import type { Workshop } from "./workshop";

/** What dynamic resources answer and write on stderr. */
export async function heardDynamic(
  { platform: { baseUrl, accessKey } }: Workshop,
  settings: Record<string, string>,
  run: (driver: FaceDriver) => Promise<unknown>,
): Promise<string> {
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const answer = await run(await startDynamicDriver({ baseUrl, accessKey, ...settings }));
    return JSON.stringify(answer) + write.mock.calls.join();
  } finally {
    write.mockRestore();
  }
}
