import type { PlatformOptions } from "../../emulator/platformOptions";
import type { FaceDriver } from "./faceDriver";
import { editAsColleague } from "./http";
import { isInProcess } from "./isInProcess";
import type { Kept, Wire } from "./pluginDriver";
import { type RecordedPlatform, startRecorded } from "./startRecorded";

/** A face, and the platform that it is configured for. */
export interface FaceUnderTest<Driver extends FaceDriver = FaceDriver> {
  readonly platform: RecordedPlatform;
  readonly driver: Driver;
  /** The same face once more for the same platform, with other settings; the caller closes it. */
  configured(settings: Record<string, string>): Promise<Driver>;
  /** Checks and creates, as the engine does. */
  create(type: string, inputs: Wire): Promise<Kept>;
  /** The requests of this test, as `METHOD status`. */
  sent(): string[];
  /** An object as the platform stores it. */
  stored(plural: string, name: string): StoredObject;
  /** What a colleague with kubectl does. */
  merge(path: string, change: object): Promise<void>;
}

/** The parts of a stored object that tests look at. */
export interface StoredObject {
  metadata: { uid: string; labels: Record<string, string>; annotations: Record<string, string>; finalizers?: string[] };
  spec: Wire;
}

/** A server that keeps empty values, and one that drops them. Of a mutant the one tells nearly what the other does, in half the time. */
const bothServers: readonly PlatformOptions[] = isInProcess()
  ? [{ omitEmpty: true }]
  : [{ omitEmpty: false }, { omitEmpty: true }];

/** Runs tests on one face, on servers of these kinds. */
export function onServers<Driver extends FaceDriver>(
  start: (config: Record<string, string>) => Promise<Driver>,
  define: (face: FaceUnderTest<Driver>) => void,
  servers = bothServers,
): void {
  describe.each(servers)("on a server with %p", (mode) => {
    let platform: RecordedPlatform;
    let driver: Driver;

    const configured = (settings: Record<string, string>) =>
      start({ baseUrl: platform.baseUrl, accessKey: platform.accessKey, ...settings });

    beforeAll(async () => {
      platform = await startRecorded({ ...mode, projects: ["web"] });
      driver = await configured({});
    });
    afterAll(async () => {
      await driver?.close();
      await platform?.close();
    });
    beforeEach(() => {
      platform.requests.length = 0;
      platform.faults.clear();
    });

    define({
      get platform() {
        return platform;
      },
      get driver() {
        return driver;
      },
      configured,
      create: async (type, inputs) => {
        const checked = await driver.check(type, inputs);
        expect(checked.failures).toEqual([]);
        return driver.create(type, checked.inputs);
      },
      sent: () => platform.requests.map(({ method, status }) => `${method} ${status}`),
      stored: (plural, name) => JSON.parse(JSON.stringify(platform.store.get(plural, name))),
      merge: (path, change) => editAsColleague(platform, path, change),
    });
  });
}
