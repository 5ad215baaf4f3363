import { type Span, toBytes, unquoted } from "./encodings.js";

/** A shorter secret would mask parts of ordinary words. */
const minSecretLength = 4;

// Longer secrets are searched in parts. This also limits the lengths tried at each position.
const maxPartLength = 64;

// Longer secrets, such as manifests, contain ordinary words.
const maxPhraseLength = 200;

/**
 * Minimum masked fragment of secrets up to and above that length. Encoded words are rare. Shorter
 * fragments of the secrets of a whole process would be ordinary words, such as `metadata`.
 */
const minFragmentLengths = {
  operation: { plain: [8, 20], encoded: [5, 12] },
  process: { plain: [20, 20], encoded: [12, 12] },
} as const;

// Bytes that locate a fragment in the secrets.
const maxProbeLength = 8;

// More secrets are sampled, the further the sparser, to limit time and memory.
const maxProbes = 200_000;

/** Whose secrets they are: those of one operation, or all that the process has seen. */
export type SecretOwner = keyof typeof minFragmentLengths;

/** Finds secrets in byte texts, in time linear in the text and independent of their number. */
export class SecretIndex {
  /** The secrets up to {@link maxPhraseLength}, and the longer ones. */
  readonly #forms: readonly [short: string[], long: string[]] = [[], []];
  /** Secrets, with long ones split into parts. */
  readonly #parts = new Set<string>();
  /** The first two bytes of each part, as a fast filter. */
  readonly #pairs = new Set<number>();
  /** The part lengths by first bytes, the longest first. */
  readonly #lengths = new Map<string, number[]>();
  readonly #fragments: { plain?: Fragments[]; encoded?: Fragments[] } = {};
  readonly #owner: SecretOwner;

  constructor(owner: SecretOwner) {
    this.#owner = owner;
  }

  /** Adds a secret, in time independent of the number of others. */
  add(secret: string): void {
    const bytes = toBytes(secret);
    const forms = [...new Set([bytes, unquoted(bytes)])].filter(({ length }) => length >= minSecretLength);
    for (const form of forms) this.#forms[form.length > maxPhraseLength ? 1 : 0].push(form);
    for (const part of forms.flatMap(splitSecret)) this.#addPart(part);
  }

  #addPart(part: string): void {
    this.#parts.add(part);
    this.#pairs.add(pairAt(part, 0));
    const head = part.slice(0, minSecretLength);
    const lengths = this.#lengths.get(head) ?? [];
    if (lengths.includes(part.length)) return;
    const all = [...lengths, part.length].sort((one, other) => other - one);
    this.#lengths.set(head, all);
  }

  /** The spans of secrets, except skipped ones. */
  find(bytes: string, isSkipped: (secret: string) => boolean): Span[] {
    const found: Span[] = [];
    for (let start = 0; start <= bytes.length - minSecretLength; start++) {
      if (!this.#pairs.has(pairAt(bytes, start))) continue;
      for (const length of this.#lengths.get(bytes.slice(start, start + minSecretLength)) ?? []) {
        const part = bytes.slice(start, start + length);
        if (!this.#parts.has(part) || isSkipped(part)) continue;
        found.push({ start, end: start + part.length });
        break;
      }
    }
    return found;
  }

  /** The spans of fragments of secrets. */
  findFragments(bytes: string, form: "plain" | "encoded"): Span[] {
    this.#fragments[form] ??= minFragmentLengths[this.#owner][form].map((shortest) => new Fragments(shortest));
    return this.#fragments[form].flatMap((fragments, isLong) => fragments.find(bytes, this.#forms[isLong] ?? []));
  }
}

const pairAt = (bytes: string, at: number): number => bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1);

/** Parts of about equal length: a short rest could be an ordinary word. */
function splitSecret(secret: string): string[] {
  const count = Math.ceil(secret.length / maxPartLength);
  const cut = (at: number) => Math.floor((at * secret.length) / count);
  return Array.from({ length: count }, (_, at) => secret.slice(cut(at), cut(at + 1)));
}

/** Finds fragments of secrets: a server may split a quoted value across several texts. */
class Fragments {
  /** The secrets so far, and their number. */
  #sought = "";
  #count = 0;
  readonly #shortest: number;
  readonly #probe: number;
  /** The mean distance of probes with which each fragment has one. */
  readonly #step: number;
  readonly #pairs = new Set<number>();
  /** The first position of each probe. */
  readonly #places = new Map<string, number>();

  constructor(shortest: number) {
    this.#shortest = shortest;
    this.#probe = Math.min(shortest, maxProbeLength);
    this.#step = 1 + Math.floor((shortest - this.#probe) / 2);
  }

  #add(secret: string): void {
    const start = this.#sought.length;
    this.#sought += `${secret}\0`;
    const step = Math.max(this.#step, Math.ceil(this.#sought.length / maxProbes));
    // Irregular steps, because a regular step could miss a periodic text.
    for (let at = 0; at <= secret.length - this.#probe; at += 1 + ((at * 31) % (2 * step - 1))) {
      const found = secret.slice(at, at + this.#probe);
      this.#pairs.add(pairAt(found, 0));
      if (!this.#places.has(found)) this.#places.set(found, start + at);
    }
  }

  /** The spans of fragments of these secrets, of which the last call may have had fewer. */
  find(bytes: string, secrets: readonly string[]): Span[] {
    for (const secret of secrets.slice(this.#count)) this.#add(secret);
    this.#count = secrets.length;
    const spans: Span[] = [];
    for (let at = 0; at <= bytes.length - this.#probe; at++) {
      if (!this.#pairs.has(pairAt(bytes, at))) continue;
      const place = this.#places.get(bytes.slice(at, at + this.#probe));
      if (place === undefined) continue;
      const span = this.#common(bytes, at, place, spans.at(-1)?.end ?? 0);
      if (span.end - span.start < this.#shortest) continue;
      spans.push(span);
      // The next fragment may overlap this one.
      at = span.end - this.#probe;
    }
    return spans;
  }

  /** Extends a match in both directions. */
  #common(bytes: string, at: number, place: number, earliest: number): Span {
    let before = 0;
    while (at - before > earliest && before < place && bytes[at - before - 1] === this.#sought[place - before - 1])
      before++;
    let after = this.#probe;
    while (at + after < bytes.length && bytes[at + after] === this.#sought[place + after]) after++;
    return { start: at - before, end: at + after };
  }
}
