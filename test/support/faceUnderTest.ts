import type { PlatformOptions } from "../../emulator/options";
import { identifyingPath } from "../../provider/api/platformIdentity";
import { startDynamicDriver } from "./dynamicDriver";
import type { FaceDriver } from "./faceDriver";
import { editAsColleague } from "./http";
import { type Kept, type PluginDriver, startDriver, type Wire } from "./pluginDriver";
import { type RecordedPlatform, startRecorded } from "./startRecorded";

/** A face and the platform that it is configured for. */
export interface FaceUnderTest<Driver extends FaceDriver = FaceDriver> {
  readonly platform: RecordedPlatform;
  readonly driver: Driver;
  /** Starts the same face for the same platform with other settings; the caller closes it. */
  configured(settings: Record<string, string>): Promise<Driver>;
  /** Checks and creates, as the engine does. */
  create(type: string, inputs: Wire): Promise<Kept>;
  /** The requests of this test, as `METHOD status`, without the question of each session which platform it is. */
  sent(): string[];
  /** An object as the platform stores it. */
  stored(plural: string, name: string): StoredObject;
  /** Changes an object as another client does. */
  merge(path: string, change: object): Promise<void>;
}

/** The parts of a stored object that tests look at. */
export interface StoredObject {
  metadata: { uid: string; labels: Record<string, string>; annotations: Record<string, string>; finalizers?: string[] };
  spec: Wire;
}

type Start<Driver> = (config: Record<string, string>) => Promise<Driver>;

// One pair of face and server in `npm test`, both faces on mutants, every pair in the part `both-faces`.
const { TEST_PAIRS: pairs } = process.env;

const faces: readonly (readonly [string, Start<FaceDriver>])[] = [
  ["the plugin", startDriver],
  ["the dynamic provider", startDynamicDriver],
];

/** A server of Go types, which drops empty values, and one that keeps them. */
const servers: readonly PlatformOptions[] =
  pairs === "all" ? [{ omitEmpty: true }, { omitEmpty: false }] : [{ omitEmpty: true }];

/** Runs tests through the plugin and, in the part `both-faces`, through the dynamic provider. */
export function onBothFaces(define: (face: FaceUnderTest) => void, on?: readonly PlatformOptions[]): void {
  describe.each(pairs ? faces : faces.slice(0, 1))("%s", (_name, start) => onServers(start, define, on));
}

/** Runs tests of the plugin; in the part `both-faces` on every kind of server. */
export function onPlugin(define: (plugin: FaceUnderTest<PluginDriver>) => void): void {
  onServers(startDriver, define);
}

/** Runs tests of the plugin on a server that shows a key only in the response to its create. */
export function onServerThatHidesKeys(define: (plugin: FaceUnderTest<PluginDriver>) => void): void {
  onServers(startDriver, define, [{ hideKeys: true }]);
}

/** Runs tests on one face, on servers of these kinds. */
export function onServers<Driver extends FaceDriver>(
  start: Start<Driver>,
  define: (face: FaceUnderTest<Driver>) => void,
  on = servers,
): void {
  describe.each(on)("on a server with %p", (mode) => {
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
      sent: () =>
        platform.requests
          .filter(({ path }) => !path.endsWith(identifyingPath.join("/")))
          .map(({ method, status }) => `${method} ${status}`),
      stored: (plural, name) => JSON.parse(JSON.stringify(platform.store.get(plural, name))),
      merge: (path, change) => editAsColleague(platform, path, change),
    });
  });
}
