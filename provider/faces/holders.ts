/**
 * Which resources of the program hold which objects in this run. An import takes over what is there already, so two resources can
 * stand for one object, as after a rename without an alias; the end of the one is then not the end of the object.
 */
export class Holders {
  readonly #declared = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #keepers = new Map<string, Set<string>>();

  /**
   * Check ran: the program declares the resource, which is told from others by this text. After a Diff that replaces nothing it only
   * runs again where the engine replaces of its own accord, so the resource lets go of its object.
   */
  declares(resource: string): void {
    this.#declared.add(resource);
    for (const keepers of this.#keepers.values()) keepers.delete(resource);
  }

  /** A create of this run took over what was there already. */
  tookOver(type: string, id: string): void {
    this.#taken.add(objectKey(type, id));
  }

  /** Diff ran and replaces nothing. A refresh compares also what the program no longer declares. */
  keeps(resource: string, type: string, id: string): void {
    if (!this.#declared.has(resource)) return;
    const keepers = this.#keepers.get(objectKey(type, id)) ?? new Set();
    this.#keepers.set(objectKey(type, id), keepers.add(resource));
  }

  /**
   * Whether the object stays, although a resource lets go of it. One that keeps it may have the same name: what it replaced in an
   * earlier run, before it came back to the same object, can wait in the state to be deleted.
   */
  isHeld(type: string, id: string): boolean {
    const key = objectKey(type, id);
    return this.#taken.has(key) || (this.#keepers.get(key)?.size ?? 0) > 0;
  }
}

const objectKey = (type: string, id: string) => `${type} ${id}`;
