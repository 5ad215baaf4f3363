import { maxSeenSecretCharacters } from "../input/sizeLimits.js";
import {
  encodedRuns,
  encodedRunsAtAnyOffset,
  maskShapes,
  randomRuns,
  type Span,
  secretPlaceholder,
  withoutEscapes,
} from "./secretForms.js";
import { type FoundSpan, Fragments, SecretSet } from "./secretSet.js";

/**
 * The author of a text. For `server`, fragments of secrets and what may encode a secret are masked,
 * too. For `provider`, a secret that is a plain word, such as `expired`, is kept: the sentences of
 * the provider are known, so a mask in one would reveal the word.
 */
type TextAuthor = "provider" | "other" | "server";

// Words of English and of settings. Generated keys have digits or are longer.
const plainWord = /^[A-Za-z][a-z]{3,13}$/;

// The shortest encoded member with a secret: {"key":"a"} has 16 characters in base64.
const minShapeLength = 16;

// A response may have 8 MiB, and masking takes time.
const maxMaskedLength = 64 * 1024;

// A platform accepts annotations of 256 KiB. Searching megabytes would exhaust the stack.
const maxSearchedLength = 256 * 1024;

// Characters that are removed before a cut, because the cut may have split a secret.
const cutMargin = 4 * 1024;

// More than any message needs, but not too much for a terminal.
const maxTextLength = 32 * 1024;

/** Every secret that this process has seen: a server may quote any of them in any text. */
const seenSecrets = new SecretSet(maxSeenSecretCharacters);

/** The secrets of an operation and all others that this process has seen. */
export const operationSecrets = (secrets: Iterable<string> = []): Secrets => new Secrets(secrets, seenSecrets);

/**
 * Known secrets and `others`. Each text for users must pass {@link redact}, which masks secrets in
 * plain form, in JSON, in hex and in base64. A text with another spelling is replaced as a whole.
 */
export class Secrets implements Iterable<string> {
  readonly #own = new SecretSet();
  readonly #fragments = new Fragments();
  readonly #others: SecretSet | undefined;

  constructor(secrets: Iterable<string> = [], others?: SecretSet) {
    this.#others = others;
    for (const secret of secrets) this.add(secret);
  }

  /** Adds a secret to these and to the others. */
  add(secret: string): this {
    if (!this.#own.all.has(secret)) this.#fragments.add(secret);
    this.#own.add(secret);
    this.#others?.add(secret);
    return this;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#own.all[Symbol.iterator]();
  }

  /** Masks, escapes and truncates a text for users. A long text is masked as a server's. */
  redact(text: string, author: TextAuthor = "other", maxLength = maxTextLength): string {
    const readLength = Math.min(maxMaskedLength, maxLength + cutMargin);
    const unreadLength = Math.max(0, text.length - readLength);
    const masked = unreadLength > 0 ? this.#maskStart(text.slice(0, readLength)) : this.mask(text, author);
    const shown = author === "server" ? escapeLine(masked) : escapeText(masked);
    // Truncated after masking, so that this cut splits no secret.
    const omittedLength = unreadLength + Math.max(0, shown.length - maxLength);
    return omittedLength > 0 ? `${safePrefix(shown, maxLength)}… (${omittedLength} more characters)` : shown;
  }

  /** Masks the start of a longer text. Its last characters may be half of a secret. */
  #maskStart(text: string): string {
    const masked = this.mask(text, "server");
    return masked.endsWith(secretPlaceholder) ? masked : masked.slice(0, -cutMargin);
  }

  /** Masks these secrets and values that look like secrets. */
  mask(text: string, author: TextAuthor = "other"): string {
    // Full others lack secrets that the text may contain.
    if (author !== "provider" && this.#others?.isFull) return secretPlaceholder;
    const isForeign = author === "server";
    const findSecrets = this.#finder(author);
    const find: Finder = isForeign ? (part) => [...findSecrets(part), ...this.#fragments.find(part)] : findSecrets;
    const found = find(text);
    const spans = mergeSpans([...found, ...encodedSpans(text, findSecrets), ...(isForeign ? randomRuns(text) : [])]);
    const shown = textsOutside(spans, text);
    // The rest of a long secret, or a secret in another spelling, would still be shown.
    const isUnsafe = found.some(({ isPart }) => isPart) || shown.some((each) => find(withoutEscapes(each)).length > 0);
    if (isUnsafe) return secretPlaceholder;
    return maskShapes(shown.join(secretPlaceholder)).replace(adjacentPlaceholders, secretPlaceholder);
  }

  /** Whether a text contains one of these secrets, or is too long to be searched. */
  foundIn(text: string): boolean {
    return text.length > maxSearchedLength || containsSecret(text, this.#finder("other"), encodedRunsAtAnyOffset(text));
  }

  #finder(author: TextAuthor): Finder {
    // Others that are not full contain the own secrets.
    const known = this.#others ?? this.#own;
    const sets = known.isFull ? [known, this.#own] : [known];
    const isSkipped = (secret: string) => author === "provider" && plainWord.test(secret);
    return (text) => sets.flatMap((set) => set.find(text, isSkipped));
  }
}

type Finder = (text: string) => FoundSpan[];

// The lines of a secret are masked one by one. One placeholder is enough.
const adjacentPlaceholders = /\[secret\](?:(?:\s|\\[nr]?)*\[secret\])+/g;

/** The spans of hex or base64 that encode a known secret, or what looks like an unknown one. */
const encodedSpans = (text: string, find: Finder): Span[] =>
  encodedRunsAtAnyOffset(text).filter(({ start, end, decoded }) => {
    const hasShape = end - start >= minShapeLength && maskShapes(decoded) !== decoded;
    return hasShape || containsSecret(decoded, find);
  });

/**
 * Whether a text contains a secret, however quoted or encoded. Decoded texts are decoded again, but
 * only their whole runs: with each offset, hostile nested base64 would take ten times as long.
 */
const containsSecret = (text: string, find: Finder, runs = encodedRuns(text)): boolean =>
  find(text).length > 0 ||
  find(withoutEscapes(text)).length > 0 ||
  runs.some(({ decoded }) => containsSecret(decoded, find));

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

/** The texts before, between and after merged spans. */
function textsOutside(spans: readonly Span[], text: string): string[] {
  const ends = [0, ...spans.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, spans[index]?.start));
}

// A part of a host name that may be an encoded secret.
const encodedLabel = /^(?:[0-9a-f]{8,}|(?=.*\d).{16,})$/;

// A shorter label may be a part of a secret by chance.
const minLabelLength = 4;

/**
 * The host of a redirect. Undefined if the URL is invalid, or if the host may have a part of a
 * secret.
 */
export function redirectHost(location: string, secrets: Iterable<string>): string | undefined {
  if (!URL.canParse(location)) return undefined;
  const { host } = new URL(location);
  const secretText = [...secrets].join("\n").toLowerCase();
  const labels = host.split(/[^a-z0-9]+/).filter(({ length }) => length >= minLabelLength);
  return labels.some((label) => encodedLabel.test(label) || secretText.includes(label)) ? undefined : host;
}

// Workflow commands of CI systems: ::error:: at the start of a line; ##[error] and ##vso[…].
const pipelineCommand = /##(?=[\w.]{0,40}\[)|^([^\S\n]*):(?=:)/gm;

/**
 * Escapes commands for terminals and CI systems in untrusted text, as in JSON: control characters
 * except line ends and tabs, bidirectional controls and lone surrogates.
 */
export function escapeText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu, (char) =>
      /[\n\t]/.test(char) ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replace(pipelineCommand, (command, space) => (command.startsWith("#") ? "#\\u0023" : `${space}\\u003a`));
}

/** The start of a text, without a lone surrogate at its end: gRPC cannot send one. */
const safePrefix = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}/u, "");

/** Truncates a text. */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${safePrefix(text, maxLength)}…` : text;

const maxQuotedLength = 80;
const maxShownLength = 200;

/** An untrusted value for a message: in quotes, on one line, truncated. */
export const quoted = (value: string): string => escapeText(JSON.stringify(truncate(value, maxQuotedLength)));

/** Escapes untrusted text, including line ends and tabs. */
const escapeLine = (text: string): string => escapeText(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");

/** An untrusted name, such as a property path, for a message: on one line, truncated. */
export const shownName = (name: string): string => escapeLine(truncate(name, maxShownLength));
