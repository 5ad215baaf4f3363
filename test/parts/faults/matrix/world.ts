import dns from "node:dns";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { newAuthority } from "../../../support/certificates";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { faultsAt } from "../network/faults";
import { type Fault, type FaultyRelay, startFaultyRelay } from "../network/relay";
import type { Adapter } from "./startAdapter";

/** Events and secrets of the platform. */
export interface Witness {
  /** Events such as ADDED, by object name. */
  readonly changes: Map<string, string[]>;
  readonly secrets: Set<string>;
}

/** An adapter, and the faulty relay between it and the platform. */
export interface World {
  readonly platform: RecordedPlatform;
  readonly witness: Witness;
  readonly relay: FaultyRelay;
  readonly adapter: Adapter;
  readonly faults: Readonly<Record<string, Fault>>;
}

/** The worlds of one adapter; each has its own connection pool. */
export type Worlds = Awaited<ReturnType<typeof startWorlds>>;

/** Starts a platform, and the worlds around it. */
export async function startWorlds(
  start: (config: Record<string, string>) => Promise<Adapter>,
  options: Parameters<typeof startRecorded>[0],
) {
  const platform = await startRecorded({ ...options, hideKeys: true });
  const witness = witnessOf(platform);
  const names = startNames();
  const stray = await startStray();
  const authority = newAuthority();
  const certificateAuthority = authority.cert;
  const open: World[] = [];
  const world = async (relay: FaultyRelay, settings: Record<string, string> = {}) => {
    const config = { baseUrl: relay.baseUrl, accessKey: platform.accessKey, ...settings };
    const adapter = await start(config);
    const faults = faultsAt({ same: relay.baseUrl, other: stray.url });
    open.push({ platform, witness, relay, adapter, faults });
    return open.at(-1) as World;
  };
  const relay = () => startFaultyRelay(platform.baseUrl);
  const secured = await startFaultyRelay(platform.baseUrl, { tls: authority.issue({ names: ["127.0.0.1"] }) });
  // With an open connection, the provider would not look the name up.
  const byName = await startFaultyRelay(platform.baseUrl, { closesConnections: true });
  return {
    usual: await world(await relay()),
    /** No other request uses its connections. */
    quiet: await world(await relay()),
    /** Its requests wait for a timeout, so they would occupy the slots of others after a 429. */
    stalled: await world(await relay()),
    secure: await world(secured, { certificateAuthority }),
    named: await world(byName, { baseUrl: `http://${names.platformName}:${byName.port}` }),
    names,
    /** How many requests came to the target of the redirects. */
    strayed: stray.count,
    async close() {
      for (const { adapter } of open.reverse()) await adapter.close();
      for (const each of open) await each.relay.close();
      stray.close();
      names.close();
      await platform.close();
    },
  };
}

function witnessOf({ store, accessKey }: RecordedPlatform): Witness {
  const witness: Witness = { changes: new Map(), secrets: new Set([accessKey]) };
  store.onChange(({ type, entry: { object }, former }) => {
    const { name } = object.metadata;
    if (former && type === "MODIFIED" && writtenOf(former.object) === writtenOf(object)) return;
    witness.changes.set(name, [...(witness.changes.get(name) ?? []), type]);
    const { key } = (object.spec ?? {}) as { key?: unknown };
    if (typeof key === "string" && key !== "") witness.secrets.add(key);
  });
  return witness;
}

/** The part of an object that only people write, not a controller. */
function writtenOf(object: object): string {
  const { metadata, spec } = JSON.parse(JSON.stringify(object));
  const { resourceVersion, generation, managedFields, ...rest } = metadata;
  const { finalizers, deletionTimestamp, deletionGracePeriodSeconds, ...written } = rest;
  const { clusterRef, ...fields } = spec ?? {};
  return JSON.stringify([written, fields]);
}

/** The target of redirects, which must not receive an access key. */
async function startStray() {
  let count = 0;
  const server = http.createServer((_request, response) => {
    count++;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, count: () => count, close: () => server.close() };
}

let services = 0;

/** A name service for this process that knows one name or does not. */
function startNames() {
  const platformName = `platform-${++services}.test`;
  const usual = dns.lookup;
  let isKnown = true;
  let asked = 0;
  const lookup = (host: string, options: { all?: boolean }, callback: (...answer: unknown[]) => void) => {
    if (host !== platformName) return usual(host, options, callback as never);
    asked++;
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
    const found = options.all ? [[{ address: "127.0.0.1", family: 4 }]] : ["127.0.0.1", 4];
    process.nextTick(callback, ...(isKnown ? [null, ...found] : [error]));
  };
  dns.lookup = lookup as unknown as typeof dns.lookup;
  return {
    platformName,
    set isKnown(value: boolean) {
      asked = 0;
      isKnown = value;
    },
    /** Questions since the last change: one for each connection. */
    asked: () => asked,
    close: () => {
      dns.lookup = usual;
    },
  };
}
