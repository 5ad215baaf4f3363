import { dynamicFace } from "../../../provider/faces/dynamic.js";
import { startDeafEngine, startFakeEngine } from "../../support/fakeEngine";
import { secretOnWire, startDriver } from "../../support/pluginDriver";

const settings = { baseUrl: "http://127.0.0.1:9", accessKey: "k" };
const rules = [{ virtualClusters: [{ name: "canary-cluster", namespace: "p-web" }] }];
const told = "as a scope would be";

test("the plugin's advice shows nothing that the program marks secret", async () => {
  const engine = await startFakeEngine();
  const driver = await startDriver(settings, { engineAddress: engine.address });
  try {
    await driver.check("OwnedAccessKey", { ttl: 60, rules });
    await engine.heard("canary-cluster");
    engine.messages.length = 0;
    await driver.check("OwnedAccessKey", { ttl: 60, rules: secretOnWire(rules) });
    await engine.heard(told);
    expect(engine.messages.join("\n")).not.toContain("canary-cluster");
  } finally {
    await driver.close();
    engine.close();
  }
});

test("the plugin answers when the engine has heard all that there is to say, lest an engine that ends misses it", async () => {
  const engine = await startFakeEngine(300);
  const driver = await startDriver(settings, { engineAddress: engine.address });
  try {
    await driver.check("OwnedAccessKey", { ttl: 60, rules });
    expect(engine.messages.join("\n")).toContain(told);
  } finally {
    await driver.close();
    engine.close();
  }
});

test("the plugin answers, too, where nobody hears what it says", async () => {
  const engine = await startDeafEngine();
  const driver = await startDriver(settings, { engineAddress: engine.address });
  try {
    expect((await driver.check("OwnedAccessKey", { ttl: 60, rules })).failures).toEqual([]);
  } finally {
    await driver.close();
    engine.close();
  }
});

test("the advice of dynamic resources shows nothing that the program marks secret", () => {
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const config = { get: (key: string) => settings[key.replace("platform:", "") as keyof typeof settings] };
    const face = dynamicFace("OwnedAccessKey", config);
    const lines = (secrets: string[]) => {
      write.mockClear();
      face.check({}, { ttl: 60, rules, __resource: { project: "p", stack: "s", name: "n", secrets } });
      return write.mock.calls.map(([line]) => String(line)).join("");
    };
    expect(lines([])).toContain("canary-cluster");
    expect(lines(["rules"])).toContain(told);
    expect(lines(["rules"])).not.toContain("canary-cluster");
  } finally {
    write.mockRestore();
  }
});
