import type { Fault, FaultAction } from "../../../emulator/faults/fault";
import type { RunningPlatform } from "../../../emulator/platform";
import { groupPath } from "../../support/http";
import type { Plugin } from "../../support/plugin";
import { driverOf, type Kept, type PluginDriver, type Wire } from "../../support/pluginDriver";

/** The provider has as many connections. */
const workers = 16;
/** Each worker reuses its names, as a program has a fixed number of resources. */
const names = 40;
/** Seconds for an operation. Short, so that stalled responses cost little of a run. */
const timeout = 2;

const project = "default";
const methods = ["check", "preview", "create", "read", "diff", "update", "invoke", "list", "delete"];

interface Resource {
  type: string;
  plural: string;
  inputs: (name: string) => Wire;
  changes: [before: Wire, after: Wire];
  /** The function that looks one up, and its arguments besides the name. */
  lookup: [name: string, args: Wire];
  list?: string;
  /** The arguments of the lists. */
  listed?: Wire;
}

const resources: readonly Resource[] = [
  {
    type: "SpaceTemplate",
    plural: "spacetemplates",
    inputs: (name) => ({ name, displayName: "a template", access: [{ users: ["*"], verbs: ["get"] }] }),
    changes: [{ labels: { soak: "before" } }, { labels: { soak: "after" } }],
    lookup: ["getSpaceTemplate", {}],
    list: "listSpaceTemplates",
  },
  {
    type: "OwnedAccessKey",
    plural: "ownedaccesskeys",
    inputs: (name) => ({ name, user: "ci", scope: { allowCli: true, projects: [{ project }] } }),
    changes: [{ ttl: 3600 }, { ttl: 7200 }],
    lookup: ["getOwnedAccessKey", {}],
    list: "listOwnedAccessKeys",
    listed: { user: "ci" },
  },
  {
    type: "VirtualClusterImport",
    plural: "namespaces/p-default/virtualclusterinstances",
    inputs: (importName) => ({
      project,
      sourceVirtualCluster: { cluster: "c1", namespace: "vc", name: "vc", importName },
    }),
    changes: [{ deletionPolicy: "retain" }, { deletionPolicy: "delete" }],
    lookup: ["getVirtualCluster", { project }],
    listed: { project },
  },
];

const bigText = "a big body ".repeat(100_000);
const bigObject = { kind: "Status", message: bigText, details: { causes: [{ message: bigText }] } };

const actions: readonly FaultAction[] = [
  ...(["conflict", "html", "reset-before", "reset-after", "truncate"] as const),
  ...[401, 403, 404, 409, 410, 503, 504].map((status) => ({ status })),
  { status: 422, body: bigObject },
  { status: 429, retryAfter: 1 },
  // Longer than the timeout of any operation here.
  { status: 429, retryAfter: 120 },
  ...[500, 502].map((status) => ({ status, body: bigText })),
  { status: 307, headers: { location: "https://elsewhere.example/" } },
  // Responses that stall until the operation times out.
  { delayMs: 5000 },
  { delayMs: 5000 },
];

type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = <T>(all: readonly T[], random: Random) => all[Math.floor(random() * all.length)] as T;

/** Mostly a fault of requests for one object; sometimes one of lists, which name no object. */
function anyFault(name: string, random: Random): Fault {
  const action = pick(actions, random);
  const isAnyWrite = action === "conflict";
  if (!isAnyWrite && random() < 0.2) return { verb: "list", action };
  const times = 1 + Math.floor(random() * 2);
  return { name, times, action, ...(!isAnyWrite && { method: pick(["GET", "POST", "PATCH", "DELETE"], random) }) };
}

/** Calls an operation unless the round is over, and counts its result; undefined if it failed. */
type Attempt = <T>(method: string, operation: () => Promise<T>) => Promise<T | undefined>;

/** Calls every method of a plugin, over and over. */
export class Load {
  /** How often each method succeeded and failed. */
  readonly counts = new Map<string, { succeeded: number; failed: number }>();
  operations = 0;
  /** Whether every method has succeeded. */
  isComplete = () => methods.every((method) => (this.counts.get(method)?.succeeded ?? 0) > 0);
  readonly #workers: (() => Promise<void>)[];
  #isOver = true;

  constructor(plugin: Plugin, platform: RunningPlatform, seed: number) {
    this.#workers = Array.from({ length: workers }, (_, index) => this.#worker(plugin, platform, index, seed));
  }

  /** Calls for this time, then waits until every call has ended. */
  async run(ms: number): Promise<void> {
    this.#isOver = false;
    const timer = setTimeout(() => (this.#isOver = true), ms);
    const work = async (live: () => Promise<void>) => {
      while (!this.#isOver) await live();
    };
    await Promise.all(this.#workers.map(work));
    clearTimeout(timer);
  }

  #worker(plugin: Plugin, platform: RunningPlatform, index: number, seed: number): () => Promise<void> {
    const random = randomFrom(seed + index);
    let lives = 0;
    return async () => {
      const name = `soak-${index}-${++lives % names}`;
      const driver = driverOf(plugin, (type) => `urn:pulumi:dev::test::vcluster-platform:index:${type}::${name}`);
      const resource = pick(resources, random);
      const fault = random() < 0.5 ? platform.faults.add(anyFault(name, random)) : undefined;
      const more = random() < 0.1 ? { finalizers: ["soak.test/hold"] } : {};
      await liveOnce(driver, resource, name, more, (method, operation) => this.#attempt(method, operation));
      if (fault) platform.faults.remove(fault.id);
      await remove(platform, `${resource.plural}/${name}`);
    };
  }

  async #attempt<T>(method: string, operation: () => Promise<T>): Promise<T | undefined> {
    if (this.#isOver) return undefined;
    const count = this.counts.get(method) ?? { succeeded: 0, failed: 0 };
    this.counts.set(method, count);
    this.operations++;
    try {
      const result = await operation();
      count.succeeded++;
      return result;
    } catch {
      count.failed++;
      return undefined;
    }
  }
}

async function liveOnce(driver: PluginDriver, resource: Resource, name: string, more: Wire, attempt: Attempt) {
  const { type, changes, lookup, list, listed = {} } = resource;
  const [first, second] = changes.map((each) => ({ ...resource.inputs(name), ...each, ...more })) as [Wire, Wire];
  await attempt("check", () => driver.check(type, first));
  await attempt("preview", () => driver.create(type, first, { preview: true }));
  const created = await attempt("create", () => driver.create(type, first, { timeout }));
  const kept: Kept = created ?? { id: name, inputs: first, state: first };
  await attempt("read", () => driver.read(type, kept, timeout));
  await attempt("diff", () => driver.diff(type, kept, second));
  const updated = await attempt("update", () => driver.update(type, kept, second, { timeout }));
  await attempt("invoke", () => driver.invoke(lookup[0], { name, ...lookup[1] }));
  if (list) await attempt("invoke", () => driver.invoke(list, listed));
  await attempt("list", () => driver.list(type, { query: listed }));
  await attempt("delete", () => driver.delete(type, updated ?? kept, timeout));
}

/** Removes what one life left, so that the lists stay short. */
async function remove({ baseUrl, accessKey }: RunningPlatform, path: string): Promise<void> {
  const send = async (method: string, body?: string) => {
    const headers = { authorization: `Bearer ${accessKey}`, "content-type": "application/merge-patch+json" };
    const response = await fetch(`${baseUrl}${groupPath}/${path}`, { method, headers, ...(body && { body }) });
    await response.arrayBuffer();
  };
  await send("DELETE");
  // Finalizers go after the delete, as a controller removes them.
  await send("PATCH", '{"metadata": {"finalizers": null}}');
}
