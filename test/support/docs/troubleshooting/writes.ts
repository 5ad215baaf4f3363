import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { createAsColleague, deleteAsColleague } from "../../http";
import type { Kept } from "../../pluginDriver";
import type { Provocations, Workshop } from "./workshop";

const type = "SpaceTemplate";
const hold = { finalizers: ["x.test/hold"] };

/** An object that a finalizer holds while it is deleted. */
async function dying({ platform, create, merge }: Workshop, name: string): Promise<Kept> {
  const kept = await create(type, { name, displayName: "a" });
  await merge(`spacetemplates/${name}`, { metadata: hold });
  await deleteAsColleague(platform, `spacetemplates/${name}`);
  return kept;
}

/** A state that did not see the end of a create. */
const unseen = (name: string, nonce: string): Kept => ({
  id: name,
  inputs: { name },
  state: { name, __createNonce: nonce },
});

/** Another object under the name of ours. */
async function recreated({ platform, create }: Workshop, name: string): Promise<Kept> {
  const kept = await create(type, { name, displayName: "a" });
  await deleteAsColleague(platform, `spacetemplates/${name}`);
  await createAsColleague(platform, "spacetemplates", { kind: type, metadata: { name } });
  return kept;
}

/** What to say of creates, updates, deletes and reads. */
export const writes: Provocations = {
  "an object of this name exists already": async ({ platform, driver }) => {
    await createAsColleague(platform, "spacetemplates", { kind: type, metadata: { name: "theirs" } });
    return driver.create(type, { name: "theirs" });
  },
  "this stack made an object of this name before": async ({ driver, create }) => {
    await create(type, { name: "ours" });
    return driver.create(type, { name: "ours" });
  },
  "may or may not have been created": ({ platform, driver }) => {
    platform.faults.add({ method: "POST", name: "lost", times: 1, action: "reset-after" });
    platform.faults.add({ method: "GET", name: "lost", times: 9, action: { status: 403 } });
    return driver.create(type, { name: "lost" });
  },
  "its create did not come to an end, and somebody else has the name": async ({ platform, driver }) => {
    await createAsColleague(platform, "spacetemplates", { kind: type, metadata: { name: "taken" } });
    return driver.read(type, unseen("taken", "of-ours"));
  },
  "an object of this name is still being deleted": async (workshop) => {
    await dying(workshop, "ending");
    return workshop.driver.create(type, { name: "ending" }, { timeout: 1 });
  },
  "was changed by … while the program asks for …": async ({ driver, create, merge }) => {
    const kept = await create(type, { name: "both", displayName: "a" });
    await merge("spacetemplates/both", { spec: { displayName: "theirs" } });
    return driver.update(type, kept, { name: "both", displayName: "b" });
  },
  "it is not on this platform": async ({ platform, driver, create }) => {
    const kept = await create(type, { name: "gone", displayName: "a" });
    await deleteAsColleague(platform, "spacetemplates/gone");
    return driver.update(type, kept, { name: "gone", displayName: "b" });
  },
  "it was deleted and created again by somebody else": async (workshop) =>
    workshop.driver.update(type, await recreated(workshop, "again"), { name: "again", displayName: "b" }),
  "it is being deleted since …": async (workshop) =>
    workshop.driver.update(type, await dying(workshop, "leaving"), { name: "leaving", displayName: "b" }),
  "a whole number beyond 2^53": async ({ platform, driver, create, merge }) => {
    const kept = await create(type, { name: "exact", displayName: "a" });
    await merge("spacetemplates/exact", { spec: { foreign: 2 ** 60 } });
    platform.faults.add({ method: "PATCH", name: "exact", times: 1, action: { status: 415 } });
    return driver.update(type, kept, { name: "exact", displayName: "b" });
  },
  "still being deleted: waiting for …": async (workshop) =>
    workshop.driver.delete(type, await dying(workshop, "held"), 1),
  "The wait for the end of … was cancelled": async (workshop) => {
    const kept = await dying(workshop, "cancelled");
    const driver = await workshop.configured({}, {});
    const { requests } = workshop.platform;
    const deleted = driver.delete(type, kept);
    deleted.catch(() => {});
    const isWaiting = () => requests.filter(({ path }) => path.includes("cancelled")).length >= 3;
    while (!isWaiting()) await new Promise((resolve) => setImmediate(resolve));
    return Promise.all([deleted, driver.plugin.client.cancel(new Empty())]);
  },
  "was deleted and created again by somebody else; the new object is left alone": async (workshop) =>
    workshop.driver.delete(type, await recreated(workshop, "newcomer")),
  "is not on the platform any more: somebody deleted it": async ({ platform, driver, create }) => {
    const kept = await create(type, { name: "missed" });
    await deleteAsColleague(platform, "spacetemplates/missed");
    return driver.read(type, kept);
  },
  "deleted and created again by somebody else: uid was …": async (workshop) =>
    workshop.driver.read(type, await recreated(workshop, "replaced")),
  "The preview was not checked by the platform": async ({ configured, platform }) => {
    const driver = await configured({ serverSideDryRun: "true" });
    platform.faults.add({ method: "DELETE", times: 1, action: { status: 403 } });
    return driver.create(type, { name: "tried" }, { preview: true });
  },
};
