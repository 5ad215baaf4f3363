import { startDynamicDriver } from "../../support/dynamicDriver";
import { statusWithKey } from "../../support/http";
import type { Wire } from "../../support/pluginDriver";
import { startRecorded } from "../../support/startRecorded";

/** What the host makes of an error that brings id and properties along. */
const kept = (error: { id: string; properties: Wire }) => ({ id: error.id, inputs: {}, state: error.properties });

test("a refresh keeps an unfinished dynamic resource as one, and the next update goes on", async () => {
  const platform = await startRecorded({ hideKeys: true });
  const driver = await startDynamicDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  const { inputs } = await driver.check("OwnedAccessKey", { name: "lost", user: "ci" });
  platform.faults.add({ method: "POST", action: "reset-after" });
  platform.faults.add({ method: "GET", times: 100, action: { status: 403 } });
  const failed = await driver.create("OwnedAccessKey", inputs).catch(kept);
  platform.faults.clear();

  const read = await driver.read("OwnedAccessKey", failed);
  if (!read) throw new Error("The read found nothing.");
  expect(read.state).not.toHaveProperty("uid");
  expect(read.state).toHaveProperty("__provider");
  expect((await driver.diff("OwnedAccessKey", read, inputs)).changes).toBe(true);

  const { state } = await driver.update("OwnedAccessKey", read, inputs);
  expect(state.uid).toBe(platform.store.get("ownedaccesskeys", "lost")?.metadata.uid);
  expect(await statusWithKey(platform, String(state.key))).toBe(200);
  await platform.close();
});
