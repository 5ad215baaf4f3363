import type { Sink } from "../call";
import type { Entry } from "../store/store";
import type { World } from "../world";
import { bookmarkEvent, changeEvent, initialEvent, type Watched } from "./watchEvent";

/** Where a watch begins and how it goes on. */
export interface Watch extends Watched {
  /** The objects to tell of before any change. */
  initial: readonly Entry[];
  /** The version after which changes are told. */
  from: number;
  sendsBookmarks: boolean;
  timeoutMs: number;
}

const bookmarkEveryMs = 60_000;
const bookmarkBeforeEndMs = 2_000;

/**
 * Tells one client of changes. It keeps none of them itself: when the client reads slowly it waits, and takes up again from
 * the history; when the history has gone past it the watch ends, and the client may begin anew.
 */
export class Watcher {
  private readonly initialEvents: Iterator<string>;
  private readonly endsAt: number;
  private readonly stopListening: () => void;
  private readonly endTimer: NodeJS.Timeout;
  private bookmarkTimer: NodeJS.Timeout | undefined;
  private told: number;
  private isWaiting = false;
  private isOver = false;

  constructor(
    private readonly world: World,
    private readonly watch: Watch,
    private readonly sink: Sink,
  ) {
    this.told = watch.from;
    this.initialEvents = this.listInitial();
    this.stopListening = world.store.onChange(() => this.tell());
    sink.onDrain(() => {
      this.isWaiting = false;
      this.tell();
    });
    this.endsAt = performance.now() + watch.timeoutMs;
    this.endTimer = setTimeout(() => this.end(), watch.timeoutMs);
    this.planBookmark();
    this.tell();
  }

  /** Forgets the client, whose connection is closed. */
  readonly stop = (): void => {
    this.isOver = true;
    this.stopListening();
    clearTimeout(this.endTimer);
    clearTimeout(this.bookmarkTimer);
  };

  private end(): void {
    this.stop();
    this.sink.end();
  }

  private *listInitial(): Generator<string> {
    for (const entry of this.watch.initial) yield initialEvent(this.world, this.watch, entry);
  }

  private tell(): void {
    while (this.canSend()) {
      const { done, value } = this.initialEvents.next();
      if (done === true) break;
      this.send(value);
    }
    if (this.canSend()) this.tellChanges();
  }

  private tellChanges(): void {
    const changes = this.world.history.after(this.told);
    if (changes === undefined) this.end();
    for (const change of changes ?? []) {
      if (!this.canSend()) return;
      const event = changeEvent(this.world, this.watch, change);
      this.told = change.version;
      if (event !== undefined) this.send(event);
    }
  }

  private planBookmark(): void {
    const untilLast = this.endsAt - performance.now() - bookmarkBeforeEndMs;
    if (!this.watch.sendsBookmarks || untilLast <= 0) return;
    const isLast = untilLast <= bookmarkEveryMs;
    this.bookmarkTimer = setTimeout(
      () => {
        this.tellBookmark();
        if (!isLast) this.planBookmark();
      },
      Math.min(bookmarkEveryMs, untilLast),
    );
  }

  private tellBookmark(): void {
    // A watch from a version that is still to come has nothing to tell yet.
    const isAhead = this.told > Number(this.world.store.resourceVersion);
    if (this.canSend() && !isAhead) this.send(bookmarkEvent(this.world, this.watch, this.told));
  }

  private canSend(): boolean {
    return !this.isWaiting && !this.isOver;
  }

  private send(event: string): void {
    this.isWaiting = !this.sink.write(event);
  }
}
