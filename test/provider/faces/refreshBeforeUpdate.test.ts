import { initializationOf, type Kept, type PluginDriver, startDriver } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

let platform: RecordedPlatform;

beforeAll(async () => {
  platform = await startRecorded();
});
afterAll(() => platform?.close());

const rows: [refreshKeys: string, type: string, plural: string, readsFirst: boolean][] = [
  ["true", "OwnedAccessKey", "ownedaccesskeys", true],
  ["false", "OwnedAccessKey", "ownedaccesskeys", false],
  ["true", "SpaceTemplate", "spacetemplates", false],
];

describe.each(rows)("with refreshKeys: %s, of the kind %s", (refreshKeys, type, plural, readsFirst) => {
  let driver: PluginDriver;
  const inputs = { name: `asked-${refreshKeys}` };

  beforeAll(async () => {
    driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey, refreshKeys });
  });
  afterAll(() => driver?.close());
  afterEach(() => {
    platform.faults.clear();
    platform.store.remove(plural, inputs.name);
  });

  const failing = (work: Promise<unknown>): Promise<Kept> =>
    work.then(() => Promise.reject(new Error("nothing failed")), initializationOf);

  /** A create that may have landed, and of which nobody can see whether it did. */
  const unfinished = () => {
    platform.faults.add({ method: "POST", kind: plural, action: "reset-before" });
    platform.faults.add({ method: "GET", kind: plural, times: 100, action: { status: 403 } });
    return failing(driver.create(type, inputs));
  };

  test(`${readsFirst ? "every" : "no"} answer asks the engine to read it before the next update`, async () => {
    const created = await driver.create(type, inputs);
    const read = await driver.read(type, created);
    const updated = await driver.update(type, created, { ...inputs, displayName: "b" });
    expect([created, read, updated].map((each) => each?.refreshBeforeUpdate)).toEqual(Array(3).fill(readsFirst));
  });

  test(`${readsFirst ? "so does every failure" : "nor does a failure"} that leaves it unfinished`, async () => {
    const created = await unfinished();
    expect(created.refreshBeforeUpdate).toBe(readsFirst);
    const updated = await failing(driver.update(type, created, inputs));
    expect(updated.refreshBeforeUpdate).toBe(readsFirst);
    // Now it can be seen, but may still come.
    platform.faults.clear();
    const read = await failing(driver.read(type, updated));
    expect(read.refreshBeforeUpdate).toBe(readsFirst);
  });
});
