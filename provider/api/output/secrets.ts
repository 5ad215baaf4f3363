import { type EncodedRun, encodedRuns, fromBytes, type Span, toBytes, unquoted, unquotedSpans } from "./encodings.js";
import { escapeLine, escapeText, safePrefix } from "./escape.js";
import { SecretIndex } from "./secretIndex.js";
import { mask, maskShapes } from "./secretShapes.js";

/**
 * Who wrote a text. Of a server's words fragments of secrets are masked, too: it may share out what
 * it quotes over several texts. In a sentence of ours a secret such as `expired` stays: its mask
 * would tell what it is. What others wrote in such a sentence is masked where it comes in.
 */
export type TextSource = "us" | "others" | "server";

// As English and our settings have them; a key that anybody generates has digits or is longer.
const plainWord = /^[A-Za-z][a-z]{3,13}$/;

// {"key":"…"} in base64 is as long.
const minShapeLength = 16;

// A response may be 8 MiB, and masking all of it would take long.
const maxMaskedLength = 64 * 1024;

// Longer than what is left of a secret that the end of the masked part cut off.
const cutMargin = 4 * 1024;

// Much more than any one message needs, and little enough for a terminal.
const maxTextLength = 32 * 1024;

/** Secrets that no text for people shows in any encoding: each passes {@link redact}. */
export class Secrets implements Iterable<string> {
  readonly #secrets: Set<string>;
  #index: SecretIndex | undefined;

  constructor(secrets: Iterable<string> = []) {
    this.#secrets = new Set(secrets);
  }

  /** Adds a secret that became known. */
  add(secret: string): this {
    if (!this.#secrets.has(secret)) this.#index = undefined;
    this.#secrets.add(secret);
    return this;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#secrets[Symbol.iterator]();
  }

  /** A text as people may read it: masked, escaped and truncated. */
  redact(text: string, author: TextSource = "others", longest = maxTextLength): string {
    const read = Math.min(maxMaskedLength, longest + cutMargin);
    const unread = Math.max(0, text.length - read);
    const escaped = author === "server" ? escapeLine : escapeText;
    const shown = escaped(unread > 0 ? this.#maskStart(text.slice(0, read)) : this.mask(text, author));
    // Truncated after masking, or half a secret could stay.
    const left = unread + Math.max(0, shown.length - longest);
    return left > 0 ? `${safePrefix(shown, longest)}… (${left} more characters)` : shown;
  }

  #maskStart(text: string): string {
    const maskSpans = this.mask(text, "server");
    return maskSpans.endsWith(mask) ? maskSpans : maskSpans.slice(0, -cutMargin);
  }

  /** A text without these secrets, and without what else has the shape of a secret. */
  mask(text: string, author: TextSource = "others"): string {
    const bytes = toBytes(text);
    const spans = this.#findSpans(bytes, author, hasShape);
    const known = spans.length > 0 ? masked(bytes, spans) : text;
    return maskShapes(known).replace(/(?:\[secret\])+/g, mask);
  }

  /** Whether a text holds one of these secrets. */
  foundIn(text: string, author: TextSource = "others"): boolean {
    return this.#findSpans(toBytes(text), author, () => false).length > 0;
  }

  #findSpans(bytes: string, author: TextSource, isSecretToo: (run: EncodedRun) => boolean): Span[] {
    const find = this.#finder(author);
    // A run is masked whole: its ends hold a part of the secret, too.
    const runs = encodedRuns(bytes).filter(
      (run) =>
        [run.decoded, unquoted(run.decoded)].some((each) => find(each, "encoded").length > 0) || isSecretToo(run),
    );
    return mergeSpans([...find(bytes, "plain"), ...originalSpans(bytes, find(unquoted(bytes), "plain")), ...runs]);
  }

  #finder(author: TextSource): (bytes: string, form: "plain" | "encoded") => Span[] {
    this.#index ??= new SecretIndex(this.#secrets);
    const index = this.#index;
    const isSkipped = (secret: string) => author === "us" && plainWord.test(secret);
    return author === "server"
      ? (bytes, form) => [...index.find(bytes, isSkipped), ...index.findFragments(bytes, form)]
      : (bytes) => index.find(bytes, isSkipped);
  }
}

// A server also quotes what it has just generated, which nobody here knows yet.
const hasShape = ({ start, end, decoded }: EncodedRun): boolean =>
  end - start >= minShapeLength && maskShapes(decoded) !== decoded;

/** Spans in order, those that touch as one. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) all.splice(-1, 1, { start: last.start, end: Math.max(end, last.end) });
    else all.push({ start, end });
  }
  return all;
}

/** Where spans of the unquoted bytes stand. */
function originalSpans(bytes: string, spans: readonly Span[]): Span[] {
  const places = spans.length > 0 ? unquotedSpans(bytes) : [];
  const at = (index: number): Span => places[index] ?? { start: bytes.length, end: bytes.length };
  return mergeSpans(spans).map(({ start, end }) => ({ start: at(start).start, end: at(end - 1).end }));
}

/** The text of bytes with these spans masked, and the rest of the characters that they cut. */
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
 * The host that a redirect leads to, and no more of it: a login page's query can carry tokens.
 * Undefined without one, or where a secret may be in the address, also in lower case.
 */
export function redirectHost(location: string, secrets: Iterable<string>): string | undefined {
  const known = [...secrets];
  const sought = new Secrets([...known, ...known.map((secret) => secret.toLowerCase())]);
  const isShown =
    URL.canParse(location) && !sought.foundIn(location, "server") && !sought.foundIn(location.toLowerCase(), "server");
  return isShown ? new URL(location).host : undefined;
}
