import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import type { ApiClient } from "./client.js";
import { type Collection, ListedCollection } from "./listedCollection.js";

export type { Collection } from "./listedCollection.js";

/** Reads many objects of a kind from one list, as if each had been read by itself. */
export class BulkReader {
  readonly #client: Pick<ApiClient, "list" | "writes">;
  readonly #collections = new Map<string, ListedCollection>();

  constructor(client: Pick<ApiClient, "list" | "writes">) {
    this.#client = client;
  }

  /** The object as a list shows it; undefined where it has to be read by itself: few are wanted, or no list shows it. */
  async find(collection: Collection, name: string, call: Call): Promise<ApiObject | undefined> {
    const object = await this.#listed(collection).find(name, call);
    // What cannot be dealt with is refused where it is read by itself.
    if (!object || call.problemWith?.(object) !== undefined) return undefined;
    call.onObject?.(object);
    return object;
  }

  #listed(collection: Collection): ListedCollection {
    const key = [...collection.path, collection.labelSelector].join("/");
    const listed = this.#collections.get(key) ?? new ListedCollection(this.#client, collection);
    this.#collections.set(key, listed);
    return listed;
  }
}
