import { startDriver } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

// Node.js takes eleven for a leak.
const many = 40;

describe("many operations at once", () => {
  let platform: RecordedPlatform;

  beforeAll(async () => {
    platform = await startRecorded({ latencyMs: 200 });
  });
  afterAll(() => platform.close());

  test("are no leak that Node.js warns of", async () => {
    const { baseUrl, accessKey } = platform;
    const driver = await startDriver({ baseUrl, accessKey });
    try {
      const reads = Array.from({ length: many }, (_none, index) =>
        driver.read("SpaceTemplate", { id: `absent-${index}`, inputs: {}, state: {} }),
      );
      expect(await Promise.all(reads)).toEqual(Array(many).fill(undefined));
      expect(driver.plugin.stderr()).toBe("");
    } finally {
      await driver.close();
    }
  }, 60_000);
});
