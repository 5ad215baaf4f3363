import { type Span, withoutEscapes } from "./secretForms.js";

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
  /** The spellings of secrets to search for; true for a part of a long line. */
  readonly #forms = new Map<string, boolean>();
  /** The lengths of forms, the longest first, by the hash of their first characters. */
  readonly #lengths = new Map<number, number[]>();
  // The next search adds the forms of these secrets: most runs mask no text.
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
      // The first characters only fill the hash.
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
        for (const part of [line, withoutEscapes(line)].flatMap(splitLine)) this.#addForm(part, true);
      else if (line !== secret && !publicLine.test(line))
        for (const form of [line, withoutEscapes(line)]) this.#addForm(form, false);
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

// Go's JSON escapes more characters than necessary.
const goEscaped = (text: string): string =>
  jsonEscaped(text).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A secret in plain form, in YAML, without escapes, in JSON, and in JSON inside of JSON. */
function quotedForms(secret: string): string[] {
  if (/^[\w.=/-]*$/.test(secret)) return [secret];
  const json = [jsonEscaped(secret), goEscaped(secret)];
  return [secret, secret.replaceAll("'", "''"), withoutEscapes(secret), ...json, ...json.map(jsonEscaped)];
}

/** The lines to search one by one; the whole secret if all of its lines are short. */
function linesOf(secret: string): string[] {
  const lines = secret.split(/[\n\r]+/).map((each) => each.trim());
  const longLines = lines.filter(({ length }) => length >= minLineLength);
  return longLines.length > 0 ? longLines : [secret.trim()];
}

/** Parts of about equal length: a short rest could be an ordinary word. */
function splitLine(line: string): string[] {
  const count = Math.ceil(line.length / partLength);
  const cut = (at: number) => Math.floor((at * line.length) / count);
  return Array.from({ length: count }, (_, at) => line.slice(cut(at), cut(at + 1)));
}

// Longer secrets, such as manifests, contain ordinary words, so only longer fragments are searched.
const maxShortSecretLength = 200;
const fragmentLength = { ofShort: 8, ofLong: 20 } as const;

// More secrets would take too much memory.
const maxFragmentedCharacters = 256 * 1024;

/** Finds fragments of secrets: a server may truncate a quoted value, or split it across texts. */
export class Fragments {
  /** The fragments of the secrets by their length. */
  readonly #fragments = new Map(Object.values(fragmentLength).map((length) => [length, new Set<string>()]));
  // The next search adds the fragments of these secrets: most operations do not fail.
  #pending: string[] = [];
  #characters = 0;

  add(secret: string): void {
    this.#characters += secret.length;
    if (this.#characters <= maxFragmentedCharacters) this.#pending.push(secret);
  }

  /** The spans of fragments; the whole text if there are too many secrets to search. */
  find(text: string): Span[] {
    if (this.#characters > maxFragmentedCharacters) return [{ start: 0, end: text.length }];
    for (const secret of this.#pending.splice(0)) this.#addFragments(secret);
    const spans: Span[] = [];
    for (const [length, fragments] of this.#fragments) {
      for (let start = 0; fragments.size > 0 && start <= text.length - length; start++)
        if (fragments.has(text.slice(start, start + length))) spans.push({ start, end: start + length });
    }
    return spans;
  }

  #addFragments(secret: string): void {
    const length = secret.length > maxShortSecretLength ? fragmentLength.ofLong : fragmentLength.ofShort;
    for (const form of new Set([secret, withoutEscapes(secret)])) {
      for (let start = 0; start <= form.length - length; start++)
        this.#fragments.get(length)?.add(form.slice(start, start + length));
    }
  }
}
