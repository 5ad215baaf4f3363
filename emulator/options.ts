import type { RequestLogEntry } from "./http/server";
import type { Api } from "./kinds/kinds";

/** How to run the embedded platform; every option has a default. */
export interface PlatformOptions {
  /** Address to listen on. */
  host?: string;
  /** Port to listen on; 0 is any free one. */
  port?: number;
  /** The domain in the API group. */
  vendor?: string;
  /** A key that opens everything and is no object; a random one if absent. */
  accessKey?: string;
  /** Names of initial projects; if absent, the default one unless the data file holds objects. */
  projects?: string[];
  /** Admit requests without a key as `system:anonymous`, without rights: 403 instead of 401. */
  allowsAnonymous?: boolean;
  /** A file that keeps all objects over restarts and crashes; only memory if absent. */
  dataFile?: string;
  /** A YAML or JSON file of initial objects. Those that exist are left alone. */
  seedFile?: string;
  /** Start with a small platform: people, projects, templates, virtual clusters. Only API 4. */
  demo?: boolean;
  /** Show a key's value in the response to its create only. A replace without it then keeps it. */
  hideKeys?: boolean;
  /** Offer list, watch and deletecollection of access keys, as servers on custom resources do. */
  listsKeys?: boolean;
  /** The API: 3 is the specification, 4 the product from version 4 on. */
  api?: Api;
  /** Milliseconds that a virtual cluster takes to connect, and again to be ready. Only API 4. */
  connectMs?: number;
  /** Milliseconds that an instance takes to be ready, and to be cleaned up. Only API 4. */
  readyMs?: number;
  /** Milliseconds that the namespace of a new project takes. Only API 4. */
  namespaceMs?: number;
  /** Act as a server of Go types instead of custom resources: see `goTypes` in `world.ts`. */
  omitEmpty?: boolean;
  /** Serve HTTPS with this certificate and its private key, both PEM texts; HTTP if absent. */
  tls?: { cert: string; key: string };
  /** Milliseconds that every request waits before it is handled. */
  latencyMs?: number;
  /** The clock, for timestamps and the expiry of keys. */
  now?: () => Date;
  /** Called after each request, before its response is sent. */
  onRequest?: (entry: RequestLogEntry) => void;
}

/** What holds where an option is not given. */
export const defaultOptions = {
  host: "127.0.0.1",
  port: 0,
  vendor: "loft.sh",
  projects: ["default"],
  connectMs: 200,
  namespaceMs: 200,
  readyMs: 1000,
};

/** The API where none is given. */
export const defaultApi: Api = 3;
