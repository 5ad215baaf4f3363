import type { PlatformOptions } from "../../emulator/options";
import { defaultProjectPath } from "../../provider/api/platformIdentity";
import type { AdapterDriver } from "./adapterDriver";
import { startDynamicDriver } from "./dynamicDriver";
import { editAsColleague } from "./http";
import { type Kept, type PluginDriver, startDriver, type Wire } from "./pluginDriver";
import { type RecordedPlatform, startRecorded } from "./startRecorded";

/** An adapter and its platform. */
export interface AdapterUnderTest<Driver extends AdapterDriver = AdapterDriver> {
  readonly platform: RecordedPlatform;
  readonly driver: Driver;
  /** Starts the same adapter for the same platform with other settings; the caller closes it. */
  configured(settings: Record<string, string>): Promise<Driver>;
  /** Checks and creates, as the engine does. */
  create(type: string, inputs: Wire): Promise<Kept>;
  /** The requests of this test as `METHOD status`, without those that identify the platform. */
  sent(): string[];
  /** An object as the platform stores it. */
  stored(plural: string, name: string, namespace?: string): StoredObject;
  /** Changes an object as another client does. */
  merge(path: string, change: object): Promise<void>;
}

/** The parts of a stored object that tests look at. */
export interface StoredObject {
  metadata: { uid: string; labels: Record<string, string>; annotations: Record<string, string>; finalizers?: string[] };
  spec: Wire;
}

type Start<Driver> = (config: Record<string, string>) => Promise<Driver>;

// One pair of adapter and server in `npm test`, both adapters on mutants, all in `adapters`.
const { TEST_PAIRS: pairs } = process.env;

const adapters: readonly (readonly [string, Start<AdapterDriver>])[] = [
  ["the plugin", startDriver],
  ["dynamic resources", startDynamicDriver],
];

/** A server of Go types, which drops empty values, and one that keeps them. */
const servers: readonly PlatformOptions[] =
  pairs === "all" ? [{ omitEmpty: true }, { omitEmpty: false }] : [{ omitEmpty: true }];

/** Runs tests through the plugin and, in the part `adapters`, through dynamic resources. */
export function onBothAdapters(define: (adapter: AdapterUnderTest) => void, on?: readonly PlatformOptions[]): void {
  describe.each(pairs ? adapters : adapters.slice(0, 1))("%s", (_name, start) => onServers(start, define, on));
}

/** Runs tests of the plugin; in the part `adapters` on every kind of server. */
export function onPlugin(define: (plugin: AdapterUnderTest<PluginDriver>) => void): void {
  onServers(startDriver, define);
}

/** Runs tests of the plugin on a server that shows a key only in the response to its create. */
export function onServerThatHidesKeys(define: (plugin: AdapterUnderTest<PluginDriver>) => void): void {
  onServers(startDriver, define, [{ hideKeys: true }]);
}

/** Runs tests of the plugin on vCluster Platform 4 that shows a key only when it is created. */
export function onPlatform4ThatHidesKeys(define: (plugin: AdapterUnderTest<PluginDriver>) => void): void {
  onServers(startDriver, define, [{ api: 4, hideKeys: true }]);
}

/** Runs tests on one adapter, on servers of these kinds. */
export function onServers<Driver extends AdapterDriver>(
  start: Start<Driver>,
  define: (adapter: AdapterUnderTest<Driver>) => void,
  on = servers,
): void {
  describe.each(on)("on a server with %p", (mode) => {
    let platform: RecordedPlatform;
    let driver: Driver;

    const configured = (settings: Record<string, string>) =>
      start({ baseUrl: platform.baseUrl, accessKey: platform.accessKey, ...settings });

    beforeAll(async () => {
      platform = await startRecorded({ ...mode, projects: ["default", "web"] });
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
          .filter(({ path }) => !path.endsWith(defaultProjectPath.join("/")))
          .map(({ method, status }) => `${method} ${status}`),
      stored: (plural, name, namespace) => JSON.parse(JSON.stringify(platform.store.get(plural, name, namespace))),
      merge: (path, change) => editAsColleague(platform, path, change),
    });
  });
}
