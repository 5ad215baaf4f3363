import type { Sink } from "../call";
import type { Kind } from "../kinds/kind";
import type { CollectionTarget } from "../lists/pages";
import { currentVersion, type ListOptions, listOptions, parseVersion } from "../lists/query";
import { present } from "../objects/present";
import { forbiddenField, invalid, invalidField, versionExpired } from "../statusError";
import { type Entry, type StoreEvent, withVersion } from "../store/store";
import { canonicalJson } from "../text/json";
import { resourceSubject, type World } from "../world";
import type { Operation } from "./readObjects";

const defaultTimeoutSeconds = 1800;
const maxTimerMs = 2 ** 31 - 1;
const bookmarkEveryMs = 60_000;

/**
 * GET of a collection with watch: the existing objects if asked, then every change until the
 * timeout. Rights are checked at the start. As on real servers, a key that is disabled or expires
 * later does not end the stream.
 */
export const watchObjects: Operation<CollectionTarget> = (world, target, call) => {
  const options = listOptions(call);
  const asked = parseVersion(options.resourceVersion, (why) => {
    const error = invalidField("resourceVersion", JSON.stringify(options.resourceVersion), why);
    return invalid(resourceSubject(world, target.kind, ""), [error]);
  });
  if (call.query.has("sendInitialEvents")) {
    // The 422 by which clients list first.
    const why = "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled";
    const subject = { group: "meta.k8s.io", kind: "ListOptions", name: "" };
    throw invalid(subject, [forbiddenField("sendInitialEvents", why)]);
  }
  return { code: 200, body: (sink) => new Watcher(world, target, options, asked, sink).stop };
};

/**
 * Sends changes to one client. It buffers none of them: while the client reads slowly it waits,
 * then goes on from the history. If the history no longer has them, the watch ends.
 */
class Watcher {
  private readonly initial: Iterator<Entry>;
  private readonly kind: Kind;
  private readonly timers: NodeJS.Timeout[];
  private readonly unsubscribe: () => void;
  private sent: number;
  private isWaiting = false;
  private isOver = false;

  constructor(
    private readonly world: World,
    private readonly target: CollectionTarget,
    private readonly options: ListOptions,
    asked: number,
    private readonly sink: Sink,
  ) {
    this.kind = target.kind;
    this.sent = asked === 0 ? currentVersion(world) : asked;
    const existing = asked === 0 ? [...world.store.entries(this.kind.plural, target.namespace)] : [];
    this.initial = existing.filter(options.matches)[Symbol.iterator]();
    // Watches of clients that began together must not all end together.
    const seconds = options.timeoutSeconds === 0 ? defaultTimeoutSeconds * (1 + Math.random()) : options.timeoutSeconds;
    this.timers = [setTimeout(() => this.end(), Math.min(seconds * 1000, maxTimerMs))];
    if (options.allowWatchBookmarks) this.timers.push(setInterval(() => this.sendBookmark(), bookmarkEveryMs));
    this.unsubscribe = world.store.onChange(() => this.sendAll());
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
    for (const timer of this.timers) clearTimeout(timer);
  };

  // Real servers have begun to answer here, so the error is an event.
  private start(): void {
    const { oldestVersion } = this.world.history;
    if (this.sent < oldestVersion) {
      const error = versionExpired(`too old resource version: ${this.sent} (${oldestVersion})`);
      this.send("ERROR", JSON.stringify(error.body()));
      this.stop();
      this.sink.end();
    } else this.sendAll();
  }

  private end(): void {
    if (this.options.allowWatchBookmarks) this.sendBookmark();
    this.stop();
    this.sink.end();
  }

  private sendAll(): void {
    while (this.canSend()) {
      const { done, value } = this.initial.next();
      if (done === true) break;
      this.send("ADDED", present(this.world, this.kind, value));
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
    if (plural !== this.kind.plural) return;
    const was = former !== undefined && this.selects(former);
    const shown = (one: Entry) => present(this.world, this.kind, one);
    if (type !== "DELETED" && this.selects(entry)) this.send(was ? "MODIFIED" : "ADDED", shown(entry));
    else if (was) this.send("DELETED", shown(type === "DELETED" ? entry : withVersion(former.object, version)));
  }

  private selects(entry: Entry): boolean {
    const { namespace } = this.target;
    return [undefined, entry.object.metadata.namespace ?? ""].includes(namespace) && this.options.matches(entry);
  }

  private sendBookmark(): void {
    // A watch from a version that is still to come has sent nothing yet.
    if (!this.canSend() || this.sent > currentVersion(this.world)) return;
    const { apiVersion } = this.world;
    const metadata = { resourceVersion: String(this.sent) };
    this.send("BOOKMARK", canonicalJson({ apiVersion, kind: this.kind.kind, metadata }));
  }

  private canSend(): boolean {
    return !this.isWaiting && !this.isOver;
  }

  private send(type: string, json: string): void {
    this.isWaiting = !this.sink.write(`{"type":"${type}","object":${json}}\n`);
  }
}
