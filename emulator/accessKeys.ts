import { ownedAccessKey } from "./kinds/ownedAccessKey";
import type { ApiObject } from "./objects/apiObject";
import { rfc3339Seconds } from "./objects/decodeMetadata";
import type { ObjectStore } from "./store";

const activityResolutionMs = 1000;

/** Who is let in: the bootstrap key, and every stored OwnedAccessKey that is neither disabled nor expired. */
export class AccessKeys {
  private readonly names = new Map<string, string>();
  private readonly keysByName = new Map<string, string>();

  constructor(
    private readonly bootstrapKey: string,
    private readonly store: ObjectStore,
    private readonly now: () => Date,
  ) {
    for (const object of store.list(ownedAccessKey.plural)) this.index(object, true);
    store.onChange(({ type, plural, entry }) => {
      if (plural === ownedAccessKey.plural) this.index(entry.object, type !== "DELETED");
    });
  }

  /** Says whether a bearer token opens the API, and notes on its object that it was used. */
  admit(token: string): boolean {
    if (token === this.bootstrapKey) return true;
    const object = this.find(token);
    if (object === undefined || object.spec.disabled === true || this.isExpired(object)) return false;
    this.noteActivity(object);
    return true;
  }

  private find(token: string): ApiObject | undefined {
    const name = this.names.get(token);
    return name === undefined ? undefined : this.store.get(ownedAccessKey.plural, name);
  }

  // No ttl, or none above zero, never expires: the specification gives no other meaning to 0.
  private isExpired({ metadata, spec, status }: ApiObject): boolean {
    const ttl = Number(spec.ttl ?? 0);
    if (ttl <= 0) return false;
    const lastActivity = spec.ttlAfterLastActivity === true ? status.lastActivity : undefined;
    const start = typeof lastActivity === "string" ? lastActivity : metadata.creationTimestamp;
    return this.now().getTime() >= Date.parse(start) + ttl * 1000;
  }

  // This is a write to the status: it raises resourceVersion, never generation, and at most once a second.
  private noteActivity(object: ApiObject): void {
    const last = object.status.lastActivity;
    const now = this.now();
    if (typeof last === "string" && now.getTime() - Date.parse(last) < activityResolutionMs) return;
    const status = { ...object.status, lastActivity: rfc3339Seconds(now) };
    this.store.write(ownedAccessKey.plural, { ...object, status });
  }

  private index({ metadata: { name }, spec: { key } }: ApiObject, exists: boolean): void {
    const former = this.keysByName.get(name);
    if (former !== undefined && this.names.get(former) === name) this.names.delete(former);
    this.keysByName.delete(name);
    if (!exists || typeof key !== "string" || key === "") return;
    this.names.set(key, name);
    this.keysByName.set(name, key);
  }
}
