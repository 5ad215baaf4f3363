import { type Span, unquoted } from "./secretForms.js";

/** A shorter secret would mask parts of ordinary words. */
const minMaskedLength = 4;

// A shorter line is often an ordinary word.
const minLineLength = 8;

// Each manifest has these lines, a public one, too.
const publicLine = /:$|^(?:- )?(?:apiVersion|kind|name|namespace|type):\s/;

// A longer line is searched in parts: a server may quote only some of it.
const maxLineLength = 200;

const partLength = 40;

/** A span of a secret, or of a part of a long line: then other parts may be around it. */
export interface FoundSpan extends Span {
  readonly isPart?: boolean;
}

/** Finds secrets in texts, in time linear in the text and independent of the number of secrets. */
export class SecretSet {
  readonly all = new Set<string>();
  /** How secrets are written, and whether it is only a part. */
  readonly #forms = new Map<string, boolean>();
  /** The lengths of forms by the hash of their first characters, the longest first. */
  readonly #lengths = new Map<number, number[]>();
  // The first search adds their forms: most runs mask no text.
  #pending: string[] = [];
  #characters = 0;
  readonly #maxCharacters: number;

  constructor(maxCharacters = Number.POSITIVE_INFINITY) {
    this.#maxCharacters = maxCharacters;
  }

  add(secret: string): void {
    if (this.all.has(secret)) return;
    this.#characters += secret.length;
    if (this.isFull) return;
    this.all.add(secret);
    this.#pending.push(secret);
  }

  /** Whether there were too many secrets, so that some are missing. */
  get isFull(): boolean {
    return this.#characters > this.#maxCharacters;
  }

  /** The spans of secrets, except skipped ones. */
  find(text: string, isSkipped: (secret: string) => boolean): FoundSpan[] {
    for (const secret of this.#pending.splice(0)) this.#addForms(secret);
    const found: FoundSpan[] = [];
    if (this.#forms.size === 0) return found;
    let hash = 0;
    for (let start = 1 - minMaskedLength; start <= text.length - minMaskedLength; start++) {
      hash = rollingHash(hash, text.charCodeAt(start + minMaskedLength - 1));
      if (start < 0) continue;
      for (const length of this.#lengths.get(hash) ?? []) {
        const form = text.slice(start, start + length);
        const isPart = this.#forms.get(form);
        if (isPart === undefined || isSkipped(form)) continue;
        found.push({ start, end: start + form.length, isPart });
        break;
      }
    }
    return found;
  }

  #addForms(secret: string): void {
    if (secret.length <= maxLineLength) for (const form of quotedForms(secret)) this.#addForm(form, false);
    for (const line of linesOf(secret)) {
      if (line.length > maxLineLength)
        for (const part of [line, unquoted(line)].flatMap(splitLine)) this.#addForm(part, true);
      else if (line !== secret && !publicLine.test(line))
        for (const form of [line, unquoted(line)]) this.#addForm(form, false);
    }
  }

  #addForm(form: string, isPart: boolean): void {
    if (form.length < minMaskedLength) return;
    this.#forms.set(form, isPart || this.#forms.get(form) === true);
    let head = 0;
    for (let at = 0; at < minMaskedLength; at++) head = rollingHash(head, form.charCodeAt(at));
    const lengths = this.#lengths.get(head) ?? [];
    if (lengths.includes(form.length)) return;
    this.#lengths.set(
      head,
      [...lengths, form.length].sort((one, other) => other - one),
    );
  }
}

/** The hash of the last {@link minMaskedLength} characters: 32 bits have no room for older ones. */
const rollingHash = (hash: number, next: number): number => (hash << 8) ^ next;

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);

// Go escapes more than JSON needs.
const goEscaped = (text: string): string =>
  jsonEscaped(text).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A secret as it is, in YAML, in JSON, and in JSON inside of JSON. */
function quotedForms(secret: string): string[] {
  if (/^[\w.=/-]*$/.test(secret)) return [secret];
  const json = [jsonEscaped(secret), goEscaped(secret)];
  return [secret, secret.replaceAll("'", "''"), unquoted(secret), ...json, ...json.map(jsonEscaped)];
}

/** The lines to search one by one; a secret of short lines is searched as a whole. */
function linesOf(secret: string): string[] {
  const lines = secret.split(/[\n\r]+/).map((each) => each.trim());
  const long = lines.filter(({ length }) => length >= minLineLength);
  return long.length > 0 ? long : [secret.trim()];
}

/** Parts of about equal length: a short rest could be an ordinary word. */
function splitLine(line: string): string[] {
  const count = Math.ceil(line.length / partLength);
  const cut = (at: number) => Math.floor((at * line.length) / count);
  return Array.from({ length: count }, (_, at) => line.slice(cut(at), cut(at + 1)));
}

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
