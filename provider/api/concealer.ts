import { hasByteList } from "./byteLists.js";
import { base64Pieces, hexPieces } from "./encodings.js";
import { holdsSecret, redact, withoutPlainWords } from "./redact.js";

/** Masks many secrets in many texts: only those of which a text holds something are looked for with all care. */
export class Concealer {
  readonly #secrets: readonly { readonly secret: string; readonly pieces: readonly string[] }[];

  constructor(secrets: Iterable<string>) {
    this.#secrets = [...new Set(secrets)].map((secret) => ({
      secret,
      pieces: [longestWord(secret), ...base64Pieces(secret), ...hexPieces(secret)],
    }));
  }

  /** The text with every secret masked, however it is encoded in it. */
  text(text: string): string {
    return redact(text, this.#secretsIn(text));
  }

  /** A sentence of ours with every secret masked that is no plain word. */
  sentence(text: string): string {
    return redact(text, withoutPlainWords(this.#secretsIn(text)));
  }

  /** Whether a text holds one of the secrets, however it is encoded in it. */
  isIn(text: string): boolean {
    return holdsSecret(text, this.#secretsIn(text));
  }

  /** Those of which the text holds something. */
  #secretsIn(text: string): string[] {
    const [lower, standard] = [text.toLowerCase(), text.replaceAll("-", "+").replaceAll("_", "/")];
    const isThere = (piece: string) => text.includes(piece) || standard.includes(piece) || lower.includes(piece);
    const isInAny = hasByteList(text);
    return this.#secrets.filter(({ pieces }) => isInAny || pieces.some(isThere)).map(({ secret }) => secret);
  }
}

/** JSON, URLs and HTML write letters and digits as they are, whatever becomes of the rest; empty, which is in every text, without any. */
const longestWord = (secret: string): string =>
  secret.split(/[^A-Za-z0-9]/).reduce((longest, word) => (word.length > longest.length ? word : longest));
