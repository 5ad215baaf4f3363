import { selfSigned } from "../../../emulator/http/selfSigned";
import { startDynamicDriver } from "../../support/dynamicDriver";
import type { FaceDriver } from "../../support/faceDriver";
import { type FakeEngine, startFakeEngine } from "../../support/fakeEngine";
import { startDriver } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const warning = /platform:insecureSkipTlsVerify is set, .* set platform:certificateAuthority/;

describe("a platform whose certificate is not verified", () => {
  let platform: RecordedPlatform;
  let ca: string;

  beforeAll(async () => {
    const { cert, key, ca: authority } = await selfSigned();
    ca = authority;
    platform = await startRecorded({ tls: { cert, key } });
  });
  afterAll(() => platform?.close());

  const settings = (trust: Record<string, string>) => ({
    baseUrl: platform.baseUrl,
    accessKey: platform.accessKey,
    ...trust,
  });
  const insecure = { insecureSkipTlsVerify: "true" };

  /** Creates two resources of one type and one of another. */
  async function use(driver: FaceDriver, prefix: string): Promise<void> {
    for (const each of ["a", "b"]) {
      const { inputs } = await driver.check("SpaceTemplate", { name: `${prefix}-${each}` });
      await driver.create("SpaceTemplate", inputs);
    }
    const { inputs } = await driver.check("OwnedAccessKey", { name: `${prefix}-key`, ttl: 3600 });
    await driver.create("OwnedAccessKey", inputs);
  }

  describe("through the plugin", () => {
    let engine: FakeEngine;

    beforeEach(async () => {
      engine = await startFakeEngine();
    });
    afterEach(() => engine.close());

    async function warnings(trust: Record<string, string>, prefix: string): Promise<string[]> {
      // The engine is on this machine, so proxy variables are not for it.
      const env = { https_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
      const driver = await startDriver(settings(trust), { engineAddress: engine.address, env });
      await use(driver, prefix);
      await engine.heard(`scope`);
      await driver.close();
      return engine.messages.filter((message) => message.includes("insecureSkipTlsVerify"));
    }

    test("is warned of once, by the first operation", async () => {
      expect(await warnings(insecure, "plugin")).toEqual([expect.stringMatching(warning)]);
    });

    test("is not warned of where it is verified", async () => {
      expect(await warnings({ certificateAuthority: ca }, "verified")).toEqual([]);
    });
  });

  test("is warned of once by all dynamic resources of a program, and not where it is verified", async () => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const lines = () =>
      write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("insecureSkipTlsVerify"));
    try {
      await use(await startDynamicDriver(settings({ certificateAuthority: ca })), "trusted");
      expect(lines()).toEqual([]);
      await use(await startDynamicDriver(settings(insecure)), "dynamic");
      expect(lines()).toEqual([expect.stringMatching(warning)]);
    } finally {
      write.mockRestore();
    }
  });
});
