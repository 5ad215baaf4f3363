import { createAsColleague } from "../../http";
import { initializationOf, type Kept } from "../../pluginDriver";
import type { Provocations, Workshop } from "./workshop";

const type = "OwnedAccessKey";
const inputs = { user: "ci", ttl: 3600, scope: { allowCli: true } };

/** What the engine keeps of a create whose end nobody saw. */
async function unfinished({ platform, driver }: Workshop, name: string): Promise<Kept> {
  platform.faults.add({ method: "POST", name, times: 1, action: "reset-after" });
  platform.faults.add({ method: "GET", name, times: 100, action: { status: 403 } });
  const kept = await driver.create(type, { ...inputs, name }).catch(initializationOf);
  platform.faults.clear();
  return kept;
}

/** What to say where the platform shows a key only once. */
export const hiddenKeys: Provocations = {
  "The object is deleted and created again": ({ platform, driver }) => {
    platform.faults.add({ method: "POST", name: "unheard", times: 1, action: "reset-after" });
    return driver.create(type, { ...inputs, name: "unheard" });
  },
  "somebody holds what the create answered": async (workshop) => {
    const before = await unfinished(workshop, "restored");
    const { driver, platform } = workshop;
    const { state } = await driver.update(type, before, before.inputs);
    const { value } = state.key as { value: string };
    await fetch(platform.baseUrl, { headers: { authorization: `Bearer ${value}` } });
    return driver.update(type, before, before.inputs);
  },
  "the platform does not show the key's value": async ({ platform, driver }) => {
    await createAsColleague(platform, "ownedaccesskeys", {
      kind: type,
      metadata: { name: "old" },
      spec: { user: "ci" },
    });
    return driver.read(type, { id: "old", inputs: {}, state: {} });
  },
  "the whole object was written, with the value of key that state knows": async ({ platform, driver, create }) => {
    const kept = await create(type, { ...inputs, name: "whole" });
    platform.faults.add({ method: "PATCH", name: "whole", times: 1, action: { status: 415 } });
    return driver.update(type, kept, { ...kept.inputs, displayName: "b" });
  },
};
