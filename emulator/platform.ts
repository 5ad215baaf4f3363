import { AccessKeys } from "./access/keys";
import { collectGarbage } from "./controllers/garbage";
import { Instances } from "./controllers/instances";
import { ProjectNamespaces } from "./controllers/projectNamespaces";
import { Timers } from "./controllers/timers";
import { VirtualClusters } from "./controllers/virtualClusters";
import { faultsPath } from "./faults/control";
import { Faults } from "./faults/faults";
import { listen } from "./http/listen";
import { createPlatformServer } from "./http/server";
import { storedKinds } from "./kinds/kinds";
import { defaultApi, defaultOptions, type PlatformOptions } from "./options";
import { seedDefaults, seedObjects } from "./seed/seed";
import { clusterNamed, managementRoot } from "./servers";
import { DataFile, newSecret } from "./store/dataFile";
import { History, Snapshots } from "./store/history";
import { ObjectStore, type StoreContents } from "./store/store";
import type { World } from "./world";

/** A platform that listens. */
export interface RunningPlatform {
  /** Like `http://127.0.0.1:8080`, or `https:` with `tls`, without a slash at the end. */
  baseUrl: string;
  /** The bootstrap key. */
  accessKey: string;
  /** Where faults are controlled over HTTP, with the bootstrap key. */
  faultsUrl: string;
  /** Faults to come. */
  faults: Faults;
  /** Everything that is stored, without HTTP and without rules. */
  store: ObjectStore;
  /** The stores of the connected clusters by name, and that of the platform under "". */
  stores: ReadonlyMap<string, ObjectStore>;
  /** Stops listening, ends open streams and cuts every other connection. */
  close(): Promise<void>;
}

/** Starts an embedded platform; it keeps everything in memory, and in a file if one is named. */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const group = `${groupOf(options)}, API ${options.api ?? defaultApi}`;
  const data = options.dataFile === undefined ? undefined : await DataFile.open(options.dataFile, group);
  try {
    const platform = await start(options, data);
    return { ...platform, close: () => platform.close().finally(() => data?.close()) };
  } catch (error) {
    data?.close();
    throw error;
  }
}

async function start(options: PlatformOptions, data: DataFile | undefined): Promise<RunningPlatform> {
  const accessKey = options.accessKey ?? newSecret();
  const world = createWorld(options, accessKey, data);
  const isNew = data?.contents === undefined;
  if (isNew && options.seedFile === undefined && !options.demo) seedDefaults(world);
  seedObjects(world, options.projects ?? (isNew ? defaultOptions.projects : []), options);
  const servers = new Map([["", world], ...world.clusters]);
  const stores = new Map([...servers].map(([name, { store }]) => [name, store]));
  data?.keep(stores);
  for (const server of servers.values()) {
    collectGarbage(server);
    server.history.start();
  }
  const { connectMs, namespaceMs, readyMs } = { ...defaultOptions, ...options };
  const timers = new Timers();
  const ofProduct = [
    new VirtualClusters(world, timers, connectMs),
    new ProjectNamespaces(world, timers, namespaceMs),
    new Instances(world, timers, readyMs),
  ];
  if (world.api === 4) for (const controller of ofProduct) controller.start();
  const faults = new Faults();
  const { latencyMs = 0, tls, onRequest } = options;
  const server = createPlatformServer(world, { latencyMs, faults, onRequest, tls });
  const { host, port } = { ...defaultOptions, ...options };
  const { baseUrl, close } = await listen(server, host, port);
  const stop = () => {
    timers.stop();
    return close();
  };
  const faultsUrl = `${baseUrl}${faultsPath}`;
  return { baseUrl, accessKey, faultsUrl, faults, store: world.store, stores, close: stop };
}

function groupOf({ vendor = defaultOptions.vendor }: PlatformOptions): string {
  return `management.${vendor}`;
}

function createWorld(options: PlatformOptions, accessKey: string, data: DataFile | undefined): World {
  const { hideKeys = false, allowsAnonymous = false, api = defaultApi } = options;
  const group = groupOf(options);
  const now = options.now ?? (() => new Date());
  const stores = data?.contents?.stores ?? new Map<string, StoreContents>();
  const store = new ObjectStore(stores.get(""));
  const world: World = {
    api,
    root: managementRoot,
    cluster: undefined,
    clusters: new Map(),
    virtualClusters: new Map(),
    group,
    apiVersion: `${group}/v1`,
    kinds: storedKinds(api, options.listsKeys === true),
    goTypes: options.omitEmpty === true || api === 4,
    keepsUnknownFields: api !== 4,
    hideKeys,
    allowsAnonymous,
    store,
    projectsWithoutNamespace: new Set(),
    history: new History(store),
    snapshots: new Snapshots(),
    keys: new AccessKeys(accessKey, store, now),
    secret: data?.secret ?? newSecret(),
    now,
  };
  for (const [cluster, contents] of stores) if (cluster !== "") clusterNamed(world, cluster, contents);
  return world;
}
