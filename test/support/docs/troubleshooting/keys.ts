import type { Kept } from "../../pluginDriver";
import type { Provocations, Workshop } from "./workshop";

const type = "OwnedAccessKey";
const inputs = { user: "ci", ttl: 3600, scope: { allowCli: true } };

/** A key that somebody has disabled, as state knows it from before. */
async function disabled({ create, merge }: Workshop, name: string, more: object = {}): Promise<Kept> {
  const kept = await create(type, { ...inputs, name, ...more });
  await merge(`ownedaccesskeys/${name}`, { spec: { disabled: true } });
  return kept;
}

/** What to say of access keys. */
export const keys: Provocations = {
  "rotated outside": async ({ driver, create, merge }) => {
    const kept = await create(type, { ...inputs, name: "rotated" });
    await merge("ownedaccesskeys/rotated", { spec: { key: "another-value-0123456789" } });
    return driver.read(type, kept);
  },
  "the key was disabled outside by …": async (workshop) => {
    const kept = await disabled(workshop, "stopped");
    const read = { ...kept, ...(await workshop.driver.read(type, kept)) };
    return workshop.driver.update(type, read, { ...kept.inputs, displayName: "b" });
  },
  "it is the key that the provider authenticates with": async ({ configured, create }) => {
    const own = await create(type, { name: "own", user: "admin", ttl: 3600 });
    const { value } = own.state.key as { value: string };
    return (await configured({ accessKey: value })).delete(type, own);
  },
  "is replaced by a new key, but the key was disabled outside": async (workshop) => {
    const kept = await disabled(workshop, "leaked");
    const { driver } = workshop;
    await driver.check(type, { ...inputs, generateName: "new-", replacedKey: "disable" });
    return driver.delete(type, kept);
  },
  "is deleted, not disabled (replacedKey)": async ({ driver, create }) => {
    const kept = await create(type, { ...inputs, name: "needed" });
    await driver.check(type, { ...inputs, generateName: "needed", replacedKey: "disable" }, kept.inputs);
    return driver.delete(type, kept);
  },
};
