import { copiesIn } from "../../support/copiesIn";
import { type FakeEngine, startFakeEngine } from "../../support/fakeEngine";
import { groupPath } from "../../support/http";
import { type PluginDriver, secretOnWire, startDriver } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const value = "imported-key-0123456789";
const copies = copiesIn(value);
// Where the platform does not show the key, only the names of the annotations of tools tell that they hold it.
const copiesOfTools = Object.fromEntries(Object.entries(copies).filter(([name]) => !name.startsWith("people")));
const warning = "does not show the key's value";

describe.each([{ hideKeys: false }, { hideKeys: true }])("a key imported from a platform with %p", ({ hideKeys }) => {
  let platform: RecordedPlatform;
  let engine: FakeEngine;
  let driver: PluginDriver;

  beforeAll(async () => {
    platform = await startRecorded({ hideKeys });
    engine = await startFakeEngine();
    const { baseUrl, accessKey } = platform;
    driver = await startDriver({ baseUrl, accessKey }, { engineAddress: engine.address });
    const response = await fetch(`${baseUrl}${groupPath}/ownedaccesskeys`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        apiVersion: "management.loft.sh/v1",
        kind: "OwnedAccessKey",
        metadata: {
          name: "old",
          annotations: { ...(hideKeys ? copiesOfTools : copies), note: "n" },
          labels: { ...(!hideKeys && { quotes: value }), team: "web" },
        },
        spec: { user: "ci", key: value, ttl: 3600 },
      }),
    });
    expect(response.status).toBe(201);
  });
  afterAll(async () => {
    await driver.close();
    engine.close();
    await platform.close();
  });

  const imported = async () => {
    const read = await driver.read("OwnedAccessKey", { id: "old", inputs: {}, state: {} });
    if (!read) throw new Error("It is not there");
    return read;
  };

  test("has its value as an output only where the platform shows it, and a warning otherwise", async () => {
    engine.messages.length = 0;
    const { inputs, state } = await imported();
    expect(inputs).toEqual({ name: "old", annotations: { note: "n" }, labels: { team: "web" }, user: "ci", ttl: 3600 });
    expect(state.key).toEqual(hideKeys ? undefined : secretOnWire(value));
    expect(JSON.stringify([inputs, { ...state, key: "" }])).not.toContain(value);
    if (hideKeys) await engine.heard(warning);
    else expect(engine.messages.filter((message) => message.includes(warning))).toEqual([]);
  });

  test("is no change for a program that declares what was imported, and is read without another warning", async () => {
    const kept = await imported();
    expect((await driver.diff("OwnedAccessKey", kept, kept.inputs)).changes).toBe(false);
    engine.messages.length = 0;
    const read = await driver.read("OwnedAccessKey", kept);
    expect((await driver.diff("OwnedAccessKey", { ...kept, ...read }, kept.inputs)).changes).toBe(false);
    expect(engine.messages.filter((message) => message.includes(warning))).toEqual([]);
  });

  test("is replaced by a program that asks for it, and by no other", async () => {
    const kept = await imported();
    const asked = { ...kept.inputs, rotationTriggers: { because: "its value is not known" } };
    expect((await driver.diff("OwnedAccessKey", kept, asked)).detailed).toEqual([
      "rotationTriggers.because: add-replace",
    ]);
    const described = { ...kept.inputs, description: "Imported" };
    expect((await driver.diff("OwnedAccessKey", kept, described)).detailed).toEqual(["description: add"]);
  });
});
