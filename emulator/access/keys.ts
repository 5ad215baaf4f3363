import type { ApiObject } from "../kinds/metadata";
import { ownedAccessKey } from "../kinds/ownedAccessKey";
import { NotKeptError, type ObjectStore } from "../store/store";
import { rfc3339Seconds } from "../text/formats";
import { administrator, type Caller, callerOfKey } from "./caller";

/** A caller, and the stored key that was used; the bootstrap key is none. */
export interface Admission {
  caller: Caller;
  key?: ApiObject | undefined;
}

const activityResolutionMs = 1000;

/** The keys that open the API: the bootstrap key, and each OwnedAccessKey that is open. */
export class AccessKeys {
  constructor(
    private readonly bootstrapKey: string,
    private readonly store: ObjectStore,
    private readonly now: () => Date,
  ) {}

  /**
   * Finds the caller of a bearer token; undefined if it does not open the API. Of objects with the
   * same key the oldest open one counts, so nobody takes over the key of another.
   */
  admit(token: string): Admission | undefined {
    if (token === this.bootstrapKey) return { caller: administrator };
    const keys = this.store.list(ownedAccessKey.plural).filter((key) => key.spec.key === token && this.isOpen(key));
    const [key] = keys.sort((left, right) => (ageKey(left) < ageKey(right) ? -1 : 1));
    return key && { caller: callerOfKey(key), key };
  }

  /**
   * Notes the use of a key in its status, at most once a second: a change of resourceVersion, not
   * of generation. A key that was changed since the request arrived is left alone.
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
      // A full disk must not prevent reads.
      if (!(error instanceof NotKeptError)) throw error;
    }
  }

  // A terminating key is closed, as tokens of Kubernetes are. A disabled user closes all its keys.
  private isOpen(key: ApiObject): boolean {
    const { disabled, user } = key.spec;
    const holder = typeof user === "string" ? this.store.get("users", user) : undefined;
    const isDisabled = disabled === true || holder?.spec.disabled === true;
    return !isDisabled && key.metadata.deletionTimestamp === undefined && !this.isExpired(key);
  }

  // No ttl, or none above zero, never expires: the specification gives no other meaning to 0.
  private isExpired({ metadata, spec, status }: ApiObject): boolean {
    const ttl = Number(spec.ttl ?? 0);
    if (ttl <= 0) return false;
    const lastActivity = spec.ttlAfterLastActivity === true ? status.lastActivity : undefined;
    const start = typeof lastActivity === "string" ? lastActivity : metadata.creationTimestamp;
    return this.now().getTime() >= Date.parse(start) + ttl * 1000;
  }
}

function ageKey({ metadata }: ApiObject): string {
  return `${metadata.creationTimestamp} ${metadata.name}`;
}
