// Commands of pipelines: ::error:: at the start of a line; ##[error] and ##vso[…] anywhere in it.
const pipelineCommand = /##(?=[\w.]{0,40}\[)|^([^\S\n]*):(?=:)/gm;

/**
 * Text of others without commands for a terminal or a pipeline. Line ends and tabs stay. Other
 * control characters, halves of characters and commands are written as escapes of JSON.
 */
export function escapeText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu, (char) =>
      /[\n\t]/.test(char) ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replace(pipelineCommand, (command, space) => (command.startsWith("#") ? "#\\u0023" : `${space}\\u003a`));
}

/** The first characters of a text, none of them cut in half: such a text cannot be sent. */
export const safePrefix = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}/u, "");

/** A text of at most this many characters. */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${safePrefix(text, maxLength)}…` : text;

const [maxQuotedLength, maxNameLength] = [80, 200];

/** A value that came from outside as a message may hold it: in quotes, on one line, truncated. */
export const quoted = (value: string): string => escapeText(JSON.stringify(truncate(value, maxQuotedLength)));

/** A text of others without line ends and tabs, which are written as escapes, too. */
export const escapeLine = (text: string): string => escapeText(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");

/** A name that came from outside, such as a property path: on one line, truncated. */
export const shownName = (name: string): string => escapeLine(truncate(name, maxNameLength));
