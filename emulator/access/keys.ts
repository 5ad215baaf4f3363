import type { ApiObject } from "../kinds/metadata";
import { ownedAccessKey } from "../kinds/ownedAccessKey";
import { NotKeptError, type ObjectStore } from "../store/store";
import { rfc3339Seconds } from "../text/scalars";
import { administrator, type Caller, callerOfKey } from "./caller";

/** Who came, and with which stored key; the bootstrap key is none. */
export interface Admission {
  caller: Caller;
  key?: ApiObject;
}

type StoredKey = Required<Admission>;

const activityResolutionMs = 1000;

/** Who is let in: the bootstrap key, and every stored OwnedAccessKey that is neither disabled nor expired. */
export class AccessKeys {
  // Several objects may hold the same key. The oldest that is open counts, so that nobody takes over the key of another.
  private readonly stored = new Map<string, StoredKey[]>();

  constructor(
    private readonly bootstrapKey: string,
    private readonly store: ObjectStore,
    private readonly now: () => Date,
  ) {
    for (const object of store.list(ownedAccessKey.plural)) this.add(object);
    store.onChange(({ type, plural, entry, former }) => {
      if (plural !== ownedAccessKey.plural) return;
      if (former !== undefined) this.drop(former.object);
      if (type !== "DELETED") this.add(entry.object);
    });
  }

  /** Finds who comes with a bearer token; undefined if it does not open the API. */
  admit(token: string): Admission | undefined {
    if (token === this.bootstrapKey) return { caller: administrator };
    return this.stored.get(token)?.find(({ key }) => this.isOpen(key));
  }

  /**
   * Notes on a key's object that it was used, at most once a second. This is a write to the status: it raises
   * resourceVersion, never generation. Nothing is noted if the object was changed since the caller came in.
   */
  noteUse({ key }: Admission): void {
    if (key === undefined || this.store.get(ownedAccessKey.plural, key.metadata.name) !== key) return;
    const last = key.status.lastActivity;
    const now = this.now();
    if (typeof last === "string" && now.getTime() - Date.parse(last) < activityResolutionMs) return;
    const status = { ...key.status, lastActivity: rfc3339Seconds(now) };
    try {
      this.store.write(ownedAccessKey.plural, { ...key, status });
    } catch (error) {
      // A full disk does not keep anybody from reading.
      if (!(error instanceof NotKeptError)) throw error;
    }
  }

  // A key that waits for its deletion is closed already, as Kubernetes' own tokens are.
  private isOpen(key: ApiObject): boolean {
    return key.spec.disabled !== true && key.metadata.deletionTimestamp === undefined && !this.isExpired(key);
  }

  // No ttl, or none above zero, never expires: the specification gives no other meaning to 0.
  private isExpired({ metadata, spec, status }: ApiObject): boolean {
    const ttl = Number(spec.ttl ?? 0);
    if (ttl <= 0) return false;
    const lastActivity = spec.ttlAfterLastActivity === true ? status.lastActivity : undefined;
    const start = typeof lastActivity === "string" ? lastActivity : metadata.creationTimestamp;
    return this.now().getTime() >= Date.parse(start) + ttl * 1000;
  }

  private add(object: ApiObject): void {
    const token = object.spec.key;
    if (typeof token !== "string" || token === "") return;
    const admissions = [...(this.stored.get(token) ?? []), { caller: callerOfKey(object), key: object }];
    this.stored.set(token, admissions.sort(byAge));
  }

  private drop(object: ApiObject): void {
    const token = String(object.spec.key);
    const others = this.stored.get(token)?.filter(({ key }) => key.metadata.name !== object.metadata.name) ?? [];
    if (others.length === 0) this.stored.delete(token);
    else this.stored.set(token, others);
  }
}

function byAge({ key: left }: StoredKey, { key: right }: StoredKey): number {
  return ageKey(left) < ageKey(right) ? -1 : 1;
}

function ageKey({ metadata }: ApiObject): string {
  return `${metadata.creationTimestamp} ${metadata.name}`;
}
