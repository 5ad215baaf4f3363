import type { Entry, ObjectStore, StoreEvent } from "./store";

/** How much of the past is kept; real servers keep some minutes. */
export interface HistoryLimits {
  changes: number;
  /** Of the JSON texts of the objects, before and after each change. */
  bytes: number;
}

const defaultLimits: HistoryLimits = { changes: 10_000, bytes: 32 * 1024 * 1024 };

/** The latest changes of a store, which watches send. */
export class History {
  private changes: StoreEvent[] = [];
  private bytes = 0;

  constructor(
    private readonly store: ObjectStore,
    private readonly limits = defaultLimits,
  ) {}

  /** Keeps every change from now on. Earlier ones count as expired. */
  start(): void {
    this.store.onChange((change) => this.record(change));
  }

  /** The earliest version from which on every change is known. */
  get oldestVersion(): number {
    const first = this.changes[0];
    return first === undefined ? Number(this.store.resourceVersion) : first.version - 1;
  }

  /** Every change after a version, the oldest first; undefined if some of them are forgotten. */
  after(version: number): StoreEvent[] | undefined {
    if (version < this.oldestVersion) return undefined;
    // Most who ask have seen nearly everything, so the search starts at the end.
    const seen = this.changes.findLastIndex((change) => change.version <= version);
    return this.changes.slice(seen + 1);
  }

  private record(change: StoreEvent): void {
    this.changes.push(change);
    this.bytes += sizeOf(change);
    if (this.changes.length > this.limits.changes || this.bytes > this.limits.bytes) this.forget();
  }

  // A tenth at once, so that not every write has to move the whole list.
  private forget(): void {
    let forgotten = 0;
    const isFull = () =>
      this.changes.length - forgotten > this.limits.changes * 0.9 || this.bytes > this.limits.bytes * 0.9;
    for (const change of this.changes) {
      if (!isFull()) break;
      this.bytes -= sizeOf(change);
      forgotten++;
    }
    this.changes.splice(0, forgotten);
  }
}

function sizeOf({ entry, former }: StoreEvent): number {
  return entry.json.length + (former?.json.length ?? 0);
}

/** The objects of a list as they were at its first page. */
export interface Snapshot {
  plural: string;
  namespace: string | undefined;
  version: string;
  entries: readonly Entry[];
}

const maxSnapshots = 100;

/** The latest lists that have more pages, by the id in their continue tokens. */
export class Snapshots {
  private readonly lists = new Map<string, Snapshot>();

  get(id: string): Snapshot | undefined {
    return this.lists.get(id);
  }

  keep(id: string, snapshot: Snapshot): void {
    this.lists.set(id, snapshot);
    const [oldest] = this.lists.keys();
    if (this.lists.size > maxSnapshots && oldest !== undefined) this.lists.delete(oldest);
  }
}
