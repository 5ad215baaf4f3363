import type { ApiObject } from "../kinds/metadata";
import { canonicalJson, isObject } from "../text/json";

/** A stored object beside its JSON text, so that reads need not write it again. */
export interface Entry {
  readonly object: ApiObject;
  readonly json: string;
}

/** One change, in the words of the watch protocol. */
export interface StoreEvent {
  type: "ADDED" | "MODIFIED" | "DELETED";
  plural: string;
  /** The object after the change; a deleted one in its last state, with the new version. */
  entry: Entry;
  /** The object before the change; undefined for a new one. */
  former: Entry | undefined;
  /** The version of the whole store from this change on. */
  version: number;
}

type Listener = (event: StoreEvent) => void;

/** What a store starts with. */
export interface StoreContents {
  /** The version that counting goes on from; no object has a greater one. */
  version: number;
  objects: Iterable<{ plural: string; object: ApiObject }>;
}

/** A change that could not be kept, and so was not made. */
export class NotKeptError extends Error {}

/**
 * The objects by plural, namespace and name, and the counter of resource versions. It has no rules:
 * its callers check what they write. What it returns is frozen.
 */
export class ObjectStore {
  /** The version of the latest write. */
  version: number;
  private readonly shelves = new Map<string, Map<string, Entry>>();
  private readonly sortedKeys = new Map<string, string[]>();
  private readonly listeners = new Set<Listener>();
  private keeper: (() => void) | undefined;

  constructor({ version, objects }: StoreContents = { version: 1, objects: [] }) {
    this.version = version;
    for (const { plural, object } of objects) {
      const entry = makeEntry(object);
      this.shelf(plural).set(keyOf(entry), entry);
    }
  }

  /** The same as a text. */
  get resourceVersion(): string {
    return String(this.version);
  }

  /** The object of this name, or undefined. `plural` is the path segment, like `spacetemplates`. */
  get(plural: string, name: string, namespace = ""): ApiObject | undefined {
    return this.entry(plural, name, namespace)?.object;
  }

  /** Every object of a plural by namespace and name; of one namespace if it is given. */
  list(plural: string, namespace?: string): ApiObject[] {
    return this.entries(plural, namespace).map((entry) => entry.object);
  }

  /** The object of this name with its JSON text. */
  entry(plural: string, name: string, namespace = ""): Entry | undefined {
    return this.shelves.get(plural)?.get(`${namespace}/${name}`);
  }

  /** The same as `list`, with the JSON texts. */
  entries(plural: string, namespace?: string): Entry[] {
    const shelf = this.shelf(plural);
    const keys = this.sortedKeys.get(plural) ?? [...shelf.keys()].sort();
    this.sortedKeys.set(plural, keys);
    const prefix = namespace === undefined ? "" : `${namespace}/`;
    return keys.flatMap((key) => (key.startsWith(prefix) && shelf.get(key)) || []);
  }

  /** Every entry of every plural. */
  *all(): Generator<{ plural: string; entry: Entry }> {
    for (const [plural, shelf] of this.shelves) for (const entry of shelf.values()) yield { plural, entry };
  }

  /** Stores an object under the next version, in place of the one that has its name. */
  write(plural: string, object: ApiObject): Entry {
    const version = this.version + 1;
    const entry = withVersion(object, version);
    const former = this.shelf(plural).get(keyOf(entry));
    this.apply({ type: former === undefined ? "ADDED" : "MODIFIED", plural, entry, former, version });
    return entry;
  }

  /** Takes an object out, whatever its finalizers say. */
  remove(plural: string, name: string, namespace = ""): void {
    const former = this.entry(plural, name, namespace);
    if (former === undefined) return;
    const version = this.version + 1;
    this.apply({ type: "DELETED", plural, entry: withVersion(former.object, version), former, version });
  }

  /** Calls the keeper at every change, before the listeners. If it throws, the change is undone. */
  keepIn(keeper: () => void): void {
    this.keeper = keeper;
  }

  /** Calls the listener after every change, until the returned function is called. */
  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private shelf(plural: string): Map<string, Entry> {
    const shelf = this.shelves.get(plural) ?? new Map<string, Entry>();
    this.shelves.set(plural, shelf);
    return shelf;
  }

  private apply(event: StoreEvent): void {
    const { type, plural, entry, former, version } = event;
    const before = this.version;
    this.put(plural, keyOf(entry), type === "DELETED" ? undefined : entry, version);
    try {
      this.keeper?.();
    } catch (error) {
      this.put(plural, keyOf(entry), former, before);
      throw error;
    }
    for (const listener of this.listeners) listener(event);
  }

  private put(plural: string, key: string, entry: Entry | undefined, version: number): void {
    const shelf = this.shelf(plural);
    if (shelf.has(key) !== (entry !== undefined)) this.sortedKeys.delete(plural);
    if (entry === undefined) shelf.delete(key);
    else shelf.set(key, entry);
    this.version = version;
  }
}

// No name has a slash, so keys of two namespaces never mix.
function keyOf({ object: { metadata } }: Entry): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

/** An object with the resourceVersion of a change to it. */
export function withVersion(object: ApiObject, version: number): Entry {
  return makeEntry({ ...object, metadata: { ...object.metadata, resourceVersion: String(version) } });
}

/** Freezes an object and writes its JSON text. */
export function makeEntry(object: ApiObject): Entry {
  return { object: deepFreeze(object), json: canonicalJson(object) };
}

function deepFreeze<T>(value: T): T {
  if (!isObject(value) && !Array.isArray(value)) return value;
  if (Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
