import { setTimeout as sleep } from "node:timers/promises";
import type { AdapterUnderTest } from "../../support/adapterUnderTest";
import { refreshed, unfinishedOf } from "../../support/contract";
import { createAsColleague, deleteAsColleague, writesOf } from "../../support/http";
import type { Kept, Wire } from "../../support/pluginDriver";

/** The kind that these tests wait for. */
export const type = "VirtualClusterInstance";
export const plural = "virtualclusterinstances";
const templateRef = { name: "base" };
const path = `namespaces/p-web/${plural}`;

/** The operations that wait. Each sends one write. */
export const operations = ["create", "update"] as const;
export type Does = (typeof operations)[number];
export const writeOf = { create: "POST", update: "PATCH" } as const;
const eventOf = { create: "ADDED", update: "MODIFIED" } as const;

// More than a wait on a busy machine takes.
const limitMs = 30_000;

/** What somebody does at the platform once the write has arrived. */
export type Meanwhile = (name: string) => unknown;

/** What happens during a wait, and the seconds of the operation. */
interface Run {
  readonly inputs?: Wire;
  readonly timeout?: number;
  readonly meanwhile?: Meanwhile;
}

/** An operation that is under way, and its inputs. */
interface Running {
  readonly running: Promise<Kept>;
  readonly inputs: Wire;
}

/** Runs operations on instances through one adapter, and acts as others at its platform. */
export class InstancePlayer {
  constructor(readonly adapter: AdapterUnderTest) {}

  live(name: string) {
    return this.adapter.platform.store.get(plural, name, "p-web");
  }

  /** The methods of the writes since the last one of somebody else. */
  writes(): string[] {
    return writesOf(this.adapter.platform).map((write) => write.split(" ")[0] ?? "");
  }

  makeTemplate(name: string) {
    const template = { kind: "VirtualClusterTemplate", metadata: { name }, spec: { template: {} } };
    return createAsColleague(this.adapter.platform, "virtualclustertemplates", template);
  }

  edit(name: string, change: object) {
    return this.adapter.merge(`${path}/${name}`, change);
  }

  remove(name: string) {
    return deleteAsColleague(this.adapter.platform, `${path}/${name}`);
  }

  /** Another object of this name takes the place of the instance. */
  replace(name: string) {
    this.adapter.platform.store.remove(plural, name, "p-web");
    const spec = { displayName: "theirs", template: {} };
    return createAsColleague(this.adapter.platform, path, {
      kind: type,
      metadata: { name, labels: { row: name } },
      spec,
    });
  }

  async until(isSo: () => boolean) {
    const end = Date.now() + limitMs;
    for (; !isSo(); await sleep(20)) if (Date.now() > end) throw new Error(`It did not come to this: ${isSo}`);
  }

  /** Until the provider has read this phase. */
  async untilRead(name: string, phase: string) {
    await this.until(() => this.live(name)?.status.phase === phase);
    const { requests } = this.adapter.platform;
    const reads = () => requests.filter(({ method, path }) => method === "GET" && path.includes(`/${name}`)).length;
    const before = reads();
    // After the second one, the provider has seen the first.
    await this.until(() => reads() > before + 1);
  }

  async check(name: string, more: Wire = {}): Promise<Wire> {
    const inputs = { name, project: "web", labels: { row: name }, displayName: "one", templateRef, ...more };
    return (await this.adapter.driver.check(type, inputs)).inputs;
  }

  /** Creates without a state, else updates. */
  async operate(kept: Kept | undefined, inputs: Wire, timeout?: number): Promise<Kept> {
    const { driver } = this.adapter;
    const options = timeout === undefined ? {} : { timeout };
    if (kept === undefined) return driver.create(type, inputs, options);
    return { ...(await driver.update(type, kept, inputs, options)), inputs };
  }

  /** Starts the operation; returns after what happens during its wait. */
  async run(does: Does, name: string, { meanwhile, timeout, inputs: more }: Run = {}): Promise<Running> {
    const { store, requests } = this.adapter.platform;
    if (!store.get("virtualclustertemplates", templateRef.name)) await this.makeTemplate(templateRef.name);
    const before = does === "update" ? await this.operate(undefined, await this.check(name)) : undefined;
    const inputs = await this.check(name, { displayName: before ? "two" : "one", ...more });
    requests.length = 0;
    const isWritten = new Promise<void>((resolve) => {
      const stop = store.onChange(({ type: event, entry: { object } }) => {
        if (object.metadata.name !== name || event !== eventOf[does]) return;
        stop();
        resolve();
      });
    });
    const running = this.operate(before, inputs, timeout);
    running.catch(() => {});
    await isWritten;
    await meanwhile?.(name);
    return { running, inputs };
  }

  /** The resource of an operation that its wait leaves unfinished. */
  async unfinished({ running, inputs }: Running): Promise<Kept> {
    const kept = await unfinishedOf(running);
    expect(kept.state.externalChange).toMatch(/^it was not ready in time/);
    return { ...kept, inputs };
  }

  /** Expects one object, which is ready and the one of the resource, and that nothing is to do. */
  async expectReady(kept: Kept, name: string) {
    const found = this.adapter.platform.store.list(plural).filter(({ metadata }) => metadata.labels?.row === name);
    expect(found.map(({ metadata }) => metadata.uid)).toEqual([kept.state.uid]);
    expect(kept.state).toMatchObject({ phase: "Ready", ready: true });
    expect(kept.state.externalChange ?? undefined).toBeUndefined();
    const read = await refreshed(this.adapter, type, kept);
    expect(await this.adapter.driver.diff(type, read, kept.inputs)).toMatchObject({ changes: false });
  }
}
