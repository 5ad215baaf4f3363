import { type Span, unquoted } from "./encodings.js";

// Longer secrets, such as manifests, contain ordinary words.
const maxPhraseLength = 200;

// More would take too much memory.
const maxCharacters = 256 * 1024;

/** Finds fragments of secrets: a server may truncate a quoted value, or split it across texts. */
export class Fragments {
  /** The fragments of phrases, and of longer secrets, by their length. */
  readonly #known = new Map([
    [8, new Set<string>()],
    [20, new Set<string>()],
  ]);
  // The first search adds their fragments: most operations do not fail.
  #pending: string[] = [];
  #characters = 0;

  add(secret: string): void {
    this.#characters += secret.length;
    if (this.#characters <= maxCharacters) this.#pending.push(secret);
  }

  /** The spans of fragments; the whole text if the secrets are too long to be searched. */
  find(text: string): Span[] {
    if (this.#characters > maxCharacters) return [{ start: 0, end: text.length }];
    for (const secret of this.#pending.splice(0)) this.#addFragments(secret);
    const spans: Span[] = [];
    for (const [length, known] of this.#known) {
      for (let start = 0; known.size > 0 && start <= text.length - length; start++)
        if (known.has(text.slice(start, start + length))) spans.push({ start, end: start + length });
    }
    return spans;
  }

  #addFragments(secret: string): void {
    const length = secret.length > maxPhraseLength ? 20 : 8;
    for (const form of new Set([secret, unquoted(secret)])) {
      for (let start = 0; start <= form.length - length; start++)
        this.#known.get(length)?.add(form.slice(start, start + length));
    }
  }
}
