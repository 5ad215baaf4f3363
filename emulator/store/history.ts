import type { Entry, ObjectStore, StoreEvent } from "./store";

// Of the JSON texts of the objects, before and after each change. Real servers keep some minutes.
const maxHistoryBytes = 32 * 1024 * 1024;

/** The latest changes of a store, which watches send. */
export class History {
  private readonly changes: StoreEvent[] = [];
  private bytes = 0;

  constructor(
    private readonly store: ObjectStore,
    private readonly maxBytes = maxHistoryBytes,
  ) {}

  /** Keeps every change from now on. Earlier ones count as expired. */
  start(): void {
    this.store.onChange((change) => {
      this.changes.push(change);
      this.bytes += sizeOf(change);
      while (this.bytes > this.maxBytes) this.bytes -= sizeOf(this.changes.shift());
    });
  }

  /** The earliest version from which on every change is known. */
  get oldestVersion(): number {
    const first = this.changes[0];
    return first === undefined ? this.store.version : first.version - 1;
  }

  /** Every change after a version, the oldest first; undefined if some of them are forgotten. */
  after(version: number): StoreEvent[] | undefined {
    if (version < this.oldestVersion) return undefined;
    // Most who ask have seen nearly everything, so the search starts at the end.
    const seen = this.changes.findLastIndex((change) => change.version <= version);
    return this.changes.slice(seen + 1);
  }
}

function sizeOf(change: StoreEvent | undefined): number {
  return (change?.entry.json.length ?? 0) + (change?.former?.json.length ?? 0);
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
