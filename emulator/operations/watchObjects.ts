import type { Sink } from "../call";
import type { CollectionTarget } from "../lists/pages";
import { type ListOptions, listOptions, parseVersion } from "../lists/query";
import { present } from "../objects/present";
import { forbiddenField, invalid, invalidField, versionExpired } from "../statusError";
import { type Entry, type StoreEvent, withVersion } from "../store/store";
import { resourceSubject, type World } from "../world";
import type { Operation } from "./readObjects";

const defaultTimeoutSeconds = 1800;
const maxTimerMs = 2 ** 31 - 1;

/**
 * GET of a collection with watch: the existing objects if requested, then every change until the
 * timeout. Rights are checked at the start. As on real servers, a key that is disabled or expires
 * later does not end the stream.
 */
export const watchObjects: Operation<CollectionTarget> = (world, target, call) => {
  const options = listOptions(call);
  const version = parseVersion(options.resourceVersion, (why) => {
    const error = invalidField("resourceVersion", JSON.stringify(options.resourceVersion), why);
    return invalid(resourceSubject(world, target.kind, ""), [error]);
  });
  if (call.query.has("sendInitialEvents")) {
    // The 422 by which clients list first.
    const why = "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled";
    const subject = { group: "meta.k8s.io", kind: "ListOptions", name: "" };
    throw invalid(subject, [forbiddenField("sendInitialEvents", why)]);
  }
  return { code: 200, body: (sink) => new Watcher(world, target, options, version, sink).stop };
};

/**
 * Sends changes to one client. It buffers none of them: while the client reads slowly it waits,
 * then goes on from the history. If the history no longer has them, the watch ends.
 */
class Watcher {
  private readonly initial: Iterator<Entry>;
  private readonly timer: NodeJS.Timeout;
  private readonly unsubscribe: () => void;
  private sent: number;
  private isWaiting = false;
  private isOver = false;

  constructor(
    private readonly world: World,
    private readonly target: CollectionTarget,
    private readonly options: ListOptions,
    version: number,
    private readonly sink: Sink,
  ) {
    const { store } = world;
    this.sent = version === 0 ? store.version : version;
    const existing = version === 0 ? store.entries(target.kind.plural, target.namespace) : [];
    this.initial = existing.filter(options.matches)[Symbol.iterator]();
    // Watches of clients that began together must not all end together.
    const seconds = options.timeoutSeconds === 0 ? defaultTimeoutSeconds * (1 + Math.random()) : options.timeoutSeconds;
    this.timer = setTimeout(() => this.end(), Math.min(seconds * 1000, maxTimerMs));
    this.unsubscribe = store.onChange(() => this.sendAll());
    sink.onDrain(() => {
      this.isWaiting = false;
      this.sendAll();
    });
    this.start();
  }

  /** Called when the connection is closed. */
  readonly stop = (): void => {
    this.isOver = true;
    this.unsubscribe();
    clearTimeout(this.timer);
  };

  // Real servers have begun to respond here, so the error is an event.
  private start(): void {
    const { oldestVersion } = this.world.history;
    if (this.sent < oldestVersion) {
      const error = versionExpired(`too old resource version: ${this.sent} (${oldestVersion})`);
      this.send("ERROR", JSON.stringify(error.body()));
      this.end();
    } else this.sendAll();
  }

  private end(): void {
    this.stop();
    this.sink.end();
  }

  private sendAll(): void {
    while (this.canSend()) {
      const { done, value } = this.initial.next();
      if (done === true) break;
      this.send("ADDED", this.shown(value));
    }
    if (!this.canSend()) return;
    const changes = this.world.history.after(this.sent);
    if (changes === undefined) this.end();
    for (const change of changes ?? []) {
      if (!this.canSend()) return;
      this.sent = change.version;
      this.sendChange(change);
    }
  }

  // An object that enters the selection is ADDED. One that leaves is DELETED, in its former state.
  private sendChange({ type, plural, entry, former, version }: StoreEvent): void {
    if (plural !== this.target.kind.plural) return;
    const was = former !== undefined && this.selects(former);
    if (type !== "DELETED" && this.selects(entry)) this.send(was ? "MODIFIED" : "ADDED", this.shown(entry));
    else if (was) this.send("DELETED", this.shown(type === "DELETED" ? entry : withVersion(former.object, version)));
  }

  private selects(entry: Entry): boolean {
    const { namespace } = this.target;
    return [undefined, entry.object.metadata.namespace ?? ""].includes(namespace) && this.options.matches(entry);
  }

  private shown(entry: Entry): string {
    return present(this.world, this.target.kind, entry);
  }

  private canSend(): boolean {
    return !this.isWaiting && !this.isOver;
  }

  private send(type: string, json: string): void {
    this.isWaiting = !this.sink.write(`{"type":"${type}","object":${json}}\n`);
  }
}
