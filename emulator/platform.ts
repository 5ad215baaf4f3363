import { randomBytes } from "node:crypto";
import { AccessKeys } from "./access/keys";
import { faultsPath } from "./faults/control";
import { Faults } from "./faults/faults";
import { customResources, goTypes } from "./flavor";
import { listen } from "./http/listen";
import { createPlatformServer } from "./http/server";
import { defaultOptions, type PlatformOptions } from "./options";
import { collectGarbage } from "./ownership/garbage";
import { seedObjects } from "./seed/seed";
import { DataFile } from "./store/dataFile";
import { History, Snapshots } from "./store/history";
import { ObjectStore } from "./store/store";
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
  /** Stops listening, ends open streams and cuts every other connection. */
  close(): Promise<void>;
}

/** Starts an embedded platform; it keeps everything in memory, and in a file if asked. */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const data = options.dataFile === undefined ? undefined : await DataFile.open(options.dataFile, groupOf(options));
  try {
    const platform = await start(options, data);
    return { ...platform, close: () => platform.close().finally(() => data?.close()) };
  } catch (error) {
    data?.close();
    throw error;
  }
}

async function start(options: PlatformOptions, data: DataFile | undefined): Promise<RunningPlatform> {
  const accessKey = options.accessKey ?? randomBytes(32).toString("hex");
  const world = createWorld(options, accessKey, new ObjectStore(data?.contents));
  collectGarbage(world);
  const projects = options.projects ?? (data?.contents === undefined ? defaultOptions.projects : []);
  seedObjects(world, projects, options.seedFile);
  data?.keep(world.store);
  world.history.start();
  const faults = new Faults();
  const { latencyMs = 0, tls, onRequest } = options;
  const server = createPlatformServer(world, { latencyMs, faults, onRequest, tls });
  const { host, port } = { ...defaultOptions, ...options };
  const { baseUrl, close } = await listen(server, host, port);
  const faultsUrl = `${baseUrl}${faultsPath}`;
  return { baseUrl, accessKey, faultsUrl, faults, store: world.store, close };
}

function groupOf({ vendor = defaultOptions.vendor }: PlatformOptions): string {
  return `management.${vendor}`;
}

function createWorld(options: PlatformOptions, accessKey: string, store: ObjectStore): World {
  const group = groupOf(options);
  const now = options.now ?? (() => new Date());
  const history = new History(store);
  const keys = new AccessKeys(accessKey, store, now);
  const flavor = options.omitEmpty === true ? goTypes : customResources;
  const { hideKeys = false, allowsAnonymous = false } = options;
  const snapshots = new Snapshots();
  return { group, apiVersion: `${group}/v1`, flavor, hideKeys, allowsAnonymous, store, history, snapshots, keys, now };
}
