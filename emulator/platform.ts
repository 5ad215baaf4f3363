import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AccessKeys } from "./accessKeys";
import { Faults } from "./faults";
import { customResources, goTypes } from "./flavour";
import { collectGarbage } from "./garbageCollector";
import { project } from "./kinds/project";
import { createObject } from "./objects/lifecycle";
import { type RequestLogEntry, remember } from "./requestLog";
import { createPlatformServer } from "./server";
import { ObjectStore } from "./store";
import type { World } from "./world";

/** How to run the embedded platform; every option has a default. */
export interface PlatformOptions {
  /** Address to listen on, 127.0.0.1 if absent. */
  host?: string;
  /** Port to listen on; a free one if absent. */
  port?: number;
  /** The domain in the API group, `loft.sh` if absent. */
  vendor?: string;
  /** A key that opens everything and is no object; a random one if absent. */
  accessKey?: string;
  /** Names of the projects that exist from the start, one named `default` if absent. */
  projects?: string[];
  /** Show a key's value in the answer to its create only. A replace without it then keeps it. */
  hideKeys?: boolean;
  /** Play a server of Go types: empty fields are dropped, list items have no kind, and a PUT needs no resourceVersion. */
  omitEmpty?: boolean;
  /** Milliseconds that every request waits before it is handled. */
  latencyMs?: number;
  /** The clock, for timestamps and the expiry of keys. */
  now?: () => Date;
  /** Called after each request, before its answer is sent. */
  onRequest?: (entry: RequestLogEntry) => void;
}

/** A platform that listens. */
export interface RunningPlatform {
  /** Like `http://127.0.0.1:8080`, without a slash at the end. */
  baseUrl: string;
  /** The bootstrap key. */
  accessKey: string;
  /** Every request since the start, or since this list was emptied; the oldest ones go after some thousands. */
  requests: RequestLogEntry[];
  /** Faults to come, for tests. */
  faults: Faults;
  /** Everything that is stored, without HTTP and without rules. */
  store: ObjectStore;
  /** Stops listening and cuts every open connection. */
  close(): Promise<void>;
}

const defaults = { host: "127.0.0.1", port: 0, vendor: "loft.sh", projects: ["default"] };

/** Starts an embedded platform; it keeps everything in memory. */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const accessKey = options.accessKey ?? randomBytes(32).toString("hex");
  const world = createWorld(options, accessKey);
  collectGarbage(world);
  seedProjects(world, options.projects ?? defaults.projects);
  const requests: RequestLogEntry[] = [];
  const faults = new Faults();
  const onRequest = (entry: RequestLogEntry) => {
    remember(requests, entry);
    options.onRequest?.(entry);
  };
  const server = createPlatformServer(world, { latencyMs: options.latencyMs ?? 0, faults, onRequest });
  const host = options.host ?? defaults.host;
  await listen(server, host, options.port ?? defaults.port);
  const { port } = server.address() as AddressInfo;
  const shownHost = host.includes(":") ? `[${host}]` : host;
  const baseUrl = `http://${shownHost}:${port}`;
  return { baseUrl, accessKey, requests, faults, store: world.store, close: () => close(server) };
}

function createWorld(options: PlatformOptions, accessKey: string): World {
  const group = `management.${options.vendor ?? defaults.vendor}`;
  const now = options.now ?? (() => new Date());
  const store = new ObjectStore();
  const keys = new AccessKeys(accessKey, store, now);
  const flavour = options.omitEmpty === true ? goTypes : customResources;
  return { group, apiVersion: `${group}/v1`, flavour, hideKeys: options.hideKeys === true, store, keys, now };
}

function seedProjects(world: World, names: readonly string[]): void {
  for (const name of names) {
    const draft = { apiVersion: world.apiVersion, kind: project.kind, metadata: { name }, spec: {} };
    createObject(world, project, "", draft, { manager: "pulumi-platform-serve", dryRun: false });
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
