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
export const safePrefix = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}/u, "");

/** Truncates a text. */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${safePrefix(text, maxLength)}…` : text;

const maxQuotedLength = 80;
const maxShownLength = 200;

/** An untrusted value for a message: in quotes, on one line, truncated. */
export const quoted = (value: string): string => escapeText(JSON.stringify(truncate(value, maxQuotedLength)));

/** Escapes untrusted text, including line ends and tabs. */
export const escapeLine = (text: string): string => escapeText(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");

/** An untrusted name, such as a property path, for a message: on one line, truncated. */
export const shownName = (name: string): string => escapeLine(truncate(name, maxShownLength));
