import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type Relay, startRelay } from "../../support/relay";
import { type Gate, startGate } from "../../support/kills/gate";
import { configurePlugin, type PluginDriver, startDriver } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const times = 200;
/** The connections of two configurations, the last and the one before, which may still be about to end. */
const fewConnections = 4;
const pollMs = 20;

jest.setTimeout(60_000);

/** Resolves as soon as this is so; the test's own time is its limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(pollMs);
}

/** A platform of no objects that lets idle connections stay for ten minutes, as load balancers do. */
async function startPatientServer(): Promise<{ server: Server; baseUrl: string }> {
  const server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
    const list = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplateList", metadata: {}, items: [] };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test(`connections end with their configuration: ${times} of them leave no more than the last one's`, async () => {
  const { server, baseUrl } = await startPatientServer();
  const relay = await startRelay(baseUrl);
  const driver = await startDriver({ baseUrl: relay.baseUrl, accessKey: "key" });
  try {
    let most = 0;
    for (let configured = 0; configured < times; configured++) {
      await configurePlugin(driver.plugin, { baseUrl: relay.baseUrl, accessKey: "key" });
      await driver.invoke("listSpaceTemplates", {});
      most = Math.max(most, relay.open());
    }
    process.stdout.write(`${times} configurations: ${relay.total()} connections, at most ${most} at once\n`);
    expect(relay.total()).toBe(times);
    expect(most).toBeLessThanOrEqual(fewConnections);
    await until(() => relay.open() <= 1);
  } finally {
    await driver.close();
    await relay.close();
    server.close();
  }
});

describe("what is under way when the plugin is configured again", () => {
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

  /** A create whose answer is held back, and two new configurations after its request has come. */
  async function createOverConfigurations() {
    const come = gate.arm([{ row: "held", method: "POST", moment: "answered", isCutOff: false }]);
    const created = driver.create("SpaceTemplate", { name: "held" });
    created.catch(() => {});
    await come;
    for (let again = 0; again < 2; again++) await configurePlugin(driver.plugin, settings());
    return { created };
  }

  test("comes to its end over its own connection, which is closed then", async () => {
    const { created } = await createOverConfigurations();
    expect(relay.open()).toBe(1);
    gate.release();
    expect(await created).toMatchObject({ id: "held" });
    await until(() => relay.open() === 0);
    expect(platform.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(await driver.read("SpaceTemplate", await created)).toMatchObject({ id: "held" });
  });

  test("is stopped by a Cancel like all else", async () => {
    const { created } = await createOverConfigurations();
    await driver.plugin.client.cancel(new Empty());
    await expect(created).rejects.toThrow(/cancel/i);
  });
});
