import { SecretIndex, type SecretOwner } from "./secretIndex.js";

/** A set of secrets with an index, which the first search builds: most runs mask no text. */
export class SecretSet {
  readonly all = new Set<string>();
  readonly #index: SecretIndex;
  #unindexed: string[] = [];
  #characters = 0;
  readonly #maxCharacters: number;

  constructor(owner: SecretOwner, maxCharacters = Number.POSITIVE_INFINITY) {
    this.#index = new SecretIndex(owner);
    this.#maxCharacters = maxCharacters;
  }

  add(secret: string): void {
    if (this.all.has(secret)) return;
    this.#characters += secret.length;
    if (this.isFull) return;
    this.all.add(secret);
    this.#unindexed.push(secret);
  }

  /** Whether there were too many secrets, so that some are missing. */
  get isFull(): boolean {
    return this.#characters > this.#maxCharacters;
  }

  get index(): SecretIndex {
    for (const secret of this.#unindexed) this.#index.add(secret);
    this.#unindexed = [];
    return this.#index;
  }
}
