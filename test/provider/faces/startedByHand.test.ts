import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { startFakeEngine } from "../../support/fakeEngine";
import { startPlugin } from "../../support/plugin";
import { driverOf } from "../../support/pluginDriver";

jest.setTimeout(60_000);

test("a plugin that was started by hand outlives the engines that attach to it, and tells each what happens", async () => {
  const plugin = await startPlugin();
  try {
    for (let count = 0; count < 3; count++) {
      const engine = await startFakeEngine();
      const request = new PluginAttach();
      request.setAddress(engine.address);
      await plugin.client.attach(request);
      await driverOf(plugin).check("OwnedAccessKey", { name: "ci", user: "ci" });
      await engine.heard("ttl");
      engine.close();
    }
    expect(await driverOf(plugin).check("OwnedAccessKey", { name: "ci", user: "ci" })).toMatchObject({ failures: [] });
    expect(plugin.stderr()).toBe("");
  } finally {
    await plugin.close();
  }
});
