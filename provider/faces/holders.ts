/**
 * Which resources of the program hold which objects in this run. An import takes over what is there already, so two resources can
 * stand for one object, as after a rename without an alias; the end of the one is then not the end of the object.
 */
export class Holders {
  readonly #declared = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #keepers = new Map<string, Set<string>>();

  /** Check ran: the program declares the resource, which is told from others by this text. */
  declares(resource: string): void {
    this.#declared.add(resource);
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

  /** Whether the object stays, although this resource lets go of it. */
  isHeld(resource: string, type: string, id: string): boolean {
    if (this.#taken.has(objectKey(type, id))) return true;
    return [...(this.#keepers.get(objectKey(type, id)) ?? [])].some((keeper) => keeper !== resource);
  }
}

const objectKey = (type: string, id: string) => `${type} ${id}`;
