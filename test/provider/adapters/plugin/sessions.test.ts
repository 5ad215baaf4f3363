import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { root } from "../../../support/environment";
import { startFakeEngine } from "../../../support/fakeEngine";
import { type Gate, startGate } from "../../../support/kills/gate";
import { signal } from "../../../support/kills/processes";
import { linkedPackage, patchedPackage } from "../../../support/patchedPackage";
import { attachPlugin, startPlugin } from "../../../support/plugin";
import { configurePlugin, driverOf, type PluginDriver, startDriver } from "../../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { type Relay, startRelay } from "./relay";

jest.setTimeout(60_000);

/** Resolves once this is so; the timeout of the test is its limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

describe("the process", () => {
  const inputs = { name: "ci", user: "ci" };

  test("that was started by hand outlives the engines that attach to it, and reports to each", async () => {
    const plugin = await startPlugin({ process: true });
    try {
      for (let count = 0; count < 2; count++) {
        const engine = await startFakeEngine();
        const request = new PluginAttach();
        request.setAddress(engine.address);
        await plugin.client.attach(request);
        await driverOf(plugin).check("OwnedAccessKey", inputs);
        await engine.received("ttl");
        engine.close();
      }
      expect((await driverOf(plugin).check("OwnedAccessKey", inputs)).failures).toEqual([]);
      expect(plugin.stderr()).toBe("");
    } finally {
      await plugin.close();
    }
  });

  test("that was started by hand outlives its shell", async () => {
    const { shell, pid, port } = await startInBackground();
    const plugin = attachPlugin(port);
    try {
      shell.stdin?.end("exit\n");
      await once(shell, "exit");
      // The plugin looks for its parent several times in this time.
      await sleep(1500);
      expect((await driverOf(plugin).check("OwnedAccessKey", inputs)).failures).toEqual([]);
    } finally {
      await plugin.close();
      for (const left of [shell.pid, pid]) if (left) signal(left, "SIGKILL");
    }
  });

  test("whose packages are behind a link answers its engine: it loads no package twice", async () => {
    const { folder, dispose } = linkedPackage();
    const engine = await startFakeEngine();
    try {
      const settings = { baseUrl: "http://127.0.0.1:9", accessKey: "k" };
      const driver = await startDriver(settings, { folder, engineAddress: engine.address });
      expect((await driver.check("SpaceTemplate", { name: "t" })).failures).toEqual([]);
      await driver.close();
    } finally {
      engine.close();
      dispose();
    }
  });

  test("that cannot load the provider ends with the reason", () => {
    const file = "dist/provider/adapters/plugin/pluginAdapter.js";
    const { folder, dispose } = patchedPackage({
      file,
      text: "class PluginAdapter",
      by: 'throw new Error("torn"); class _',
    });
    try {
      const program = path.join(folder, "bin", "pulumi-resource-vcluster-platform");
      const { status, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: "pulumi-resource-vcluster-platform cannot start: torn\n",
      });
    } finally {
      dispose();
    }
  });

  test("has no leak that Node.js warns of during 40 concurrent operations", async () => {
    // Node.js warns of a leak from eleven listeners on.
    const platform = await startRecorded({ latencyMs: 200 });
    const driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey }, { process: true });
    try {
      const ids = Array.from({ length: 40 }, (_none, index) => `absent-${index}`);
      const reads = ids.map((id) => driver.read("SpaceTemplate", { id, inputs: {}, state: {} }));
      expect(await Promise.all(reads)).toEqual(ids.map(() => undefined));
      expect(driver.plugin.stderr()).toBe("");
    } finally {
      await driver.close();
      await platform.close();
    }
  });
});

/** A process that starts the plugin and ends at the first input; with the plugin's pid and port. */
async function startInBackground(): Promise<{ shell: ChildProcess; pid: number; port: number }> {
  const script = `
    const options = { stdio: ["ignore", "inherit", "ignore"], detached: true };
    const { pid } = require("node:child_process").spawn(process.execPath, [process.argv[1]], options);
    require("node:fs").writeSync(1, pid + "\\n");
    process.stdin.once("data", () => process.exit());`;
  const plugin = path.join(root, "bin", "pulumi-resource-vcluster-platform");
  const shell = spawn(process.execPath, ["-e", script, plugin], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const number = async () => Number((await lines.next()).value);
  return { shell, pid: await number(), port: await number() };
}

describe("a new configuration", () => {
  const times = 50;

  test(`closes the connections of the last one: at most 4 are open after ${times} configurations`, async () => {
    // Idle connections stay open for ten minutes, as with load balancers.
    const server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"metadata":{},"items":[]}');
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const relay = await startRelay(baseUrl);
    const settings = { baseUrl: relay.baseUrl, accessKey: "key" };
    const driver = await startDriver(settings);
    try {
      let most = 0;
      for (let configured = 0; configured < times; configured++) {
        await configurePlugin(driver.plugin, settings);
        await driver.invoke("listSpaceTemplates", {});
        most = Math.max(most, relay.open());
      }
      expect(relay.total()).toBe(times);
      // Two of each: the last configuration, and the one before, which may be about to end.
      expect(most).toBeLessThanOrEqual(4);
      await until(() => relay.open() <= 1);
    } finally {
      await driver.close();
      await relay.close();
      server.close();
    }
  });

  describe("during an operation", () => {
    let platform: RecordedPlatform;
    let gate: Gate;
    let relay: Relay;
    let driver: PluginDriver;
    const settings = () => ({ baseUrl: relay.baseUrl, accessKey: platform.accessKey });

    beforeEach(async () => {
      platform = await startRecorded();
      gate = await startGate(platform.baseUrl);
      relay = await startRelay(gate.baseUrl);
      driver = await startDriver(settings());
    });
    afterEach(async () => {
      await driver.close();
      await relay.close();
      await gate.close();
      await platform.close();
    });

    /** A create with a delayed response, and two new configurations after its request arrived. */
    async function createOverConfigurations() {
      const arrived = gate.arm([{ row: "held", method: "POST", moment: "answered", isCutOff: false }]);
      const created = driver.create("SpaceTemplate", { name: "held" });
      created.catch(() => {});
      await arrived;
      for (let again = 0; again < 2; again++) await configurePlugin(driver.plugin, settings());
      return { created };
    }

    test("leaves the operation its connection, and closes that afterwards", async () => {
      const { created } = await createOverConfigurations();
      // The question which platform it is may have had a connection of its own.
      expect(relay.open()).toBeGreaterThan(0);
      gate.release();
      expect(await created).toMatchObject({ id: "held" });
      await until(() => relay.open() === 0);
      expect(platform.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
      expect(await driver.read("SpaceTemplate", await created)).toMatchObject({ id: "held" });
    });

    test("leaves the operation cancellable", async () => {
      const { created } = await createOverConfigurations();
      await driver.plugin.client.cancel(new Empty());
      await expect(created).rejects.toThrow(/cancel/i);
    });
  });
});
