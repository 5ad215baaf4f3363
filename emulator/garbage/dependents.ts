import type { Kind } from "../kinds/kind";
import { foreground, type ObjectMeta, orphan } from "../kinds/metadata";
import type { Entry } from "../store/store";

/** A stored object and its kind. */
export interface Followed {
  kind: Kind;
  entry: Entry;
}

/** The objects that name owners or wait for dependents, and which of them depend on whom. */
export class Dependents {
  private readonly followed = new Map<string, Followed>();
  private readonly byOwner = new Map<string, Set<string>>();

  /** Every uid that is followed. */
  uids(): Iterable<string> {
    return this.followed.keys();
  }

  /** The object of this uid, if it names owners or waits. */
  get(uid: string): Followed | undefined {
    return this.followed.get(uid);
  }

  /** What depends on the object of this uid, without the object itself. */
  of(uid: string): Followed[] {
    const uids = [...(this.byOwner.get(uid) ?? [])].filter((dependent) => dependent !== uid);
    return uids.flatMap((dependent) => this.followed.get(dependent) ?? []);
  }

  /** Follows an object in its latest state. */
  put(kind: Kind, entry: Entry): void {
    const { metadata } = entry.object;
    this.drop(metadata.uid);
    if (ownersOf(metadata).length === 0 && !waits(metadata)) return;
    this.followed.set(metadata.uid, { kind, entry });
    for (const owner of ownersOf(metadata)) {
      const uids = this.byOwner.get(owner.uid) ?? new Set();
      this.byOwner.set(owner.uid, uids.add(metadata.uid));
    }
  }

  /** Forgets an object. */
  drop(uid: string): void {
    const former = this.followed.get(uid);
    if (former === undefined) return;
    this.followed.delete(uid);
    for (const owner of ownersOf(former.entry.object.metadata)) {
      const uids = this.byOwner.get(owner.uid);
      uids?.delete(uid);
      if (uids?.size === 0) this.byOwner.delete(owner.uid);
    }
  }
}

/** The owners that an object names. */
export function ownersOf(metadata: ObjectMeta | undefined) {
  return metadata?.ownerReferences ?? [];
}

function waits({ finalizers = [] }: ObjectMeta): boolean {
  return finalizers.includes(foreground) || finalizers.includes(orphan);
}
