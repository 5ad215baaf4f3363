import { maxSeenSecretCharacters } from "../input/sizeLimits.js";
import { type EncodedRun, encodedRuns, fromBytes, type Span, toBytes, unquoted, unquotedSpans } from "./encodings.js";
import { escapeLine, escapeText, safePrefix } from "./escape.js";
import { SecretSet } from "./secretSet.js";
import { mask, maskShapes } from "./secretShapes.js";

/**
 * The author of a text. For `server`, fragments of secrets are masked, too. For `us`, a secret that
 * is a plain word, such as `expired`, is kept: in a fixed sentence a mask would reveal the word.
 */
export type TextSource = "us" | "others" | "server";

// Words of English and of settings. Generated keys have digits or are longer.
const plainWord = /^[A-Za-z][a-z]{3,13}$/;

// The minimum length of an encoded secret: {"key":"a"} has 16 characters in base64.
const minShapeLength = 16;

// A response may have 8 MiB, and masking takes time.
const maxMaskedLength = 64 * 1024;

// A platform accepts annotations of 256 KiB. Searching megabytes would exhaust the stack.
const maxSearchedLength = 256 * 1024;

// The characters removed before a cut, because the cut may have split a secret.
const cutMargin = 4 * 1024;

// More than any message needs, but not too much for a terminal.
const maxTextLength = 32 * 1024;

/** Every secret that this process has seen: a server may quote any of them in any text. */
const seen = new SecretSet("process", maxSeenSecretCharacters);

/** Secrets of an operation, beside all others that this process has seen. */
export const operationSecrets = (secrets: Iterable<string> = []): Secrets => new Secrets(secrets, seen);

/**
 * Known secrets. Each text for users must pass {@link redact}. It masks them as they are, escaped
 * (JSON, YAML, Go, URL), and in hex or base64. `others` are masked, too.
 */
export class Secrets implements Iterable<string> {
  readonly #own = new SecretSet("operation");
  readonly #others: SecretSet | undefined;

  constructor(secrets: Iterable<string> = [], others?: SecretSet) {
    this.#others = others;
    for (const secret of secrets) this.add(secret);
  }

  /** Adds a secret, also to the others. */
  add(secret: string): this {
    this.#own.add(secret);
    this.#others?.add(secret);
    return this;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#own.all[Symbol.iterator]();
  }

  /** Masks, escapes and truncates a text for users. A long text is masked as a server's. */
  redact(text: string, author: TextSource = "others", longest = maxTextLength): string {
    const read = Math.min(maxMaskedLength, longest + cutMargin);
    const unread = Math.max(0, text.length - read);
    const escaped = author === "server" ? escapeLine : escapeText;
    const shown = escaped(unread > 0 ? this.#maskStart(text.slice(0, read)) : this.mask(text, author));
    // Truncated after masking, so that this cut splits no secret.
    const left = unread + Math.max(0, shown.length - longest);
    return left > 0 ? `${safePrefix(shown, longest)}… (${left} more characters)` : shown;
  }

  #maskStart(text: string): string {
    const maskSpans = this.mask(text, "server");
    return maskSpans.endsWith(mask) ? maskSpans : maskSpans.slice(0, -cutMargin);
  }

  /** Masks these secrets and values that look like secrets. */
  mask(text: string, author: TextSource = "others"): string {
    if (author !== "us" && this.#others?.isFull) return mask;
    const bytes = toBytes(text);
    const spans = this.#findSpans(bytes, author, hasShape);
    const known = spans.length > 0 ? masked(bytes, spans) : text;
    return maskShapes(known).replace(/(?:\[secret\])+/g, mask);
  }

  /** Whether a text contains one of these secrets, or is too long to be searched. */
  foundIn(text: string, author: TextSource = "others"): boolean {
    return text.length > maxSearchedLength || this.#findSpans(toBytes(text), author, () => false).length > 0;
  }

  #findSpans(bytes: string, author: TextSource, isSecretToo: (run: EncodedRun) => boolean): Span[] {
    const find = this.#finder(author);
    // Hex or base64 with a secret is masked as a whole: its ends may encode parts of the secret.
    const runs = encodedRuns(bytes).filter(
      (run) =>
        [run.decoded, unquoted(run.decoded)].some((each) => find(each, "encoded").length > 0) || isSecretToo(run),
    );
    return mergeSpans([...find(bytes, "plain"), ...originalSpans(bytes, find(unquoted(bytes), "plain")), ...runs]);
  }

  #finder(author: TextSource): (bytes: string, form: "plain" | "encoded") => Span[] {
    const indexes = [this.#own.index, ...(this.#others ? [this.#others.index] : [])];
    const isSkipped = (secret: string) => author === "us" && plainWord.test(secret);
    const find = (bytes: string) => indexes.flatMap((each) => each.find(bytes, isSkipped));
    if (author !== "server") return find;
    return (bytes, form) => [...find(bytes), ...indexes.flatMap((each) => each.findFragments(bytes, form))];
  }
}

// Finds unknown secrets in hex or base64 by their shape, such as a key just generated.
const hasShape = ({ start, end, decoded }: EncodedRun): boolean =>
  end - start >= minShapeLength && maskShapes(decoded) !== decoded;

/** Sorts spans and merges overlapping and adjacent ones. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) all.splice(-1, 1, { start: last.start, end: Math.max(end, last.end) });
    else all.push({ start, end });
  }
  return all;
}

/** Converts spans of unquoted bytes to spans of the original bytes. */
function originalSpans(bytes: string, spans: readonly Span[]): Span[] {
  const places = spans.length > 0 ? unquotedSpans(bytes) : [];
  const at = (index: number): Span => places[index] ?? { start: bytes.length, end: bytes.length };
  return mergeSpans(spans).map(({ start, end }) => ({ start: at(start).start, end: at(end - 1).end }));
}

/** Masks spans, extended to complete characters, and decodes the bytes. */
function masked(bytes: string, spans: readonly Span[]): string {
  const isCut = (at: number) => (bytes.charCodeAt(at) & 0xc0) === 0x80;
  let [text, done] = ["", 0];
  for (let { start, end } of spans) {
    while (isCut(start)) start--;
    while (isCut(end)) end++;
    text += bytes.slice(done, start) + mask;
    done = end;
  }
  return fromBytes(text + bytes.slice(done));
}

/**
 * The host of a redirect. Undefined if the URL is invalid or may contain a secret, also lowercased.
 * Path and query are omitted: they may contain tokens.
 */
export function redirectHost(location: string, secrets: Iterable<string>): string | undefined {
  const known = [...secrets];
  const sought = new Secrets([...known, ...known.map((secret) => secret.toLowerCase())]);
  const isShown =
    URL.canParse(location) && !sought.foundIn(location, "server") && !sought.foundIn(location.toLowerCase(), "server");
  return isShown ? new URL(location).host : undefined;
}
