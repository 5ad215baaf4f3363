import { rotationDue } from "../../../provider/resources/accessKeyRotation";
import { editAsColleague, statusWithKey } from "../../support/http";
import { type Kept, type PluginDriver, startDriver, type Wire } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const secret = (value: string) => ({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value });

describe.each([{ omitEmpty: false }, { omitEmpty: true }])(
  "on a server that shows a key only once, with %p",
  (mode) => {
    let platform: RecordedPlatform;
    let driver: PluginDriver;

    beforeAll(async () => {
      platform = await startRecorded({ ...mode, hideKeys: true });
      driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
    });
    afterAll(async () => {
      await driver.close();
      await platform.close();
    });

    const inputsOf = async (inputs: Wire, olds?: Wire) => (await driver.check("OwnedAccessKey", inputs, olds)).inputs;
    const create = async (inputs: Wire) => driver.create("OwnedAccessKey", await inputsOf(inputs));
    const change = async (kept: Kept, inputs: Wire) =>
      driver.update("OwnedAccessKey", kept, await inputsOf(inputs, kept.inputs));

    test("a generated key stays in the state, and is no change", async () => {
      const kept = await create({ name: "generated", user: "ci" });
      const read = await driver.read("OwnedAccessKey", kept);
      expect(read?.state.key).toEqual(kept.state.key);
      expect((await driver.diff("OwnedAccessKey", { ...kept, ...read }, kept.inputs)).changes).toBe(false);
      const updated = await change(kept, { name: "generated", user: "ci", displayName: "CI" });
      expect(updated.state.key).toEqual(kept.state.key);
      expect(await statusWithKey(platform, (kept.state.key as { value: string }).value)).toBe(200);
    });

    test("a key of the program can be changed, and the new one is what authenticates", async () => {
      const kept = await create({ name: "given", key: "first-key-0123456789" });
      const updated = await change(kept, { name: "given", key: "second-key-0123456789" });
      expect(updated.state.key).toEqual(secret("second-key-0123456789"));
      expect(await statusWithKey(platform, "second-key-0123456789")).toBe(200);
      expect(await statusWithKey(platform, "first-key-0123456789")).toBe(401);
    });

    test("a PUT of the whole object carries every secret that the server does not show", async () => {
      const given = {
        key: "supplied-key-0123456789",
        identity: { connectorData: "upstream-0123456789" },
        oidcProvider: { nonce: "nonce-0123456789" },
      };
      for (const own of [{}, given]) {
        const name = `carried-${Object.keys(own).length}`;
        const kept = await create({ name, displayName: "a", ...own });
        platform.faults.add({ method: "PATCH", times: 1, action: { status: 415 } });
        const updated = await change(kept, { name, displayName: "b", ...own });
        const { value: key } = updated.state.key as { value: string };
        // A server may take a field that is left out as removed.
        const put = platform.requests.findLast(({ method }) => method === "PUT")?.body ?? "";
        expect(JSON.parse(put).spec).toEqual({ displayName: "b", key, ...own });
        expect(await statusWithKey(platform, key)).toBe(200);
      }
    });

    test("another field that both sides changed is still a conflict", async () => {
      const kept = await create({ name: "both", displayName: "a", key: "third-key-0123456789" });
      await editAsColleague(platform, "ownedaccesskeys/both", { spec: { displayName: "theirs" } });
      await expect(change(kept, { name: "both", displayName: "b", key: "fourth-key-0123456789" })).rejects.toThrow(
        /displayName was changed by "kubectl-edit"/,
      );
    });
  },
);

describe("on a server that shows keys", () => {
  test("a key that both sides changed is a conflict, told without the values", async () => {
    const platform = await startRecorded();
    const driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
    const { inputs } = await driver.check("OwnedAccessKey", { name: "both", key: "first-key-0123456789" });
    const kept = await driver.create("OwnedAccessKey", inputs);
    await editAsColleague(platform, "ownedaccesskeys/both", { spec: { key: "their-key-0123456789" } });
    const changed = driver.update("OwnedAccessKey", kept, { ...inputs, key: secret("second-key-0123456789") });
    await expect(changed).rejects.toThrow(
      /key was changed by "kubectl-edit" .* from \[secret\] to \[secret\], while the program asks for \[secret\]/,
    );
    await driver.close();
    await platform.close();
  });
});

const created = "2030-01-01T00:00:00Z";
const at = (seconds: number) => new Date(Date.parse(created) + seconds * 1000);
const expiring = (seconds: number) => ({ creationTimestamp: created, expiresAt: at(seconds).toISOString() });

const hour = 3600;
const inputs = { ttl: hour, rotateBeforeExpiry: 600 };

test.each<[string, object, object, object, number, boolean]>([
  ["long before it expires", inputs, inputs, expiring(hour), hour - 601, false],
  ["when the margin begins", inputs, inputs, expiring(hour), hour - 600, true],
  ["after it expired", inputs, inputs, expiring(hour), hour + 1, true],
  ["that the program disables", inputs, { ...inputs, disabled: true }, expiring(hour), hour, false],
  ["without rotation", inputs, { ttl: hour }, expiring(hour), hour, false],
  ["whose new ttl is shorter than its age", inputs, { ...inputs, ttl: 700 }, expiring(hour), 1000, true],
  ["whose ttl is extended in time", inputs, { ...inputs, ttl: 2 * hour }, expiring(hour), hour - 10, false],
  // The platform gave it less than the program asked for.
  ["that lives shorter than the margin", inputs, inputs, expiring(300), 10, false],
  ["that lives shorter than the margin, after it expired", inputs, inputs, expiring(300), 300, true],
])("a replacement is due for a key %s", (_, before, after, state, now, isDue) => {
  const due = rotationDue({ inputs: { ...before }, state: { ...state } }, { ...after }, at(now));
  expect(due !== undefined).toBe(isDue);
});
