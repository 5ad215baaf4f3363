// Commands of pipelines: ::error:: at the start of a line; ##[error] and ##vso[…] anywhere in it.
const pipelineCommand = /##(?=[\w.]{0,40}\[)|^([ \t]*):(?=:)/gm;

/**
 * Text of others without commands for a terminal or a pipeline. Line ends and tabs stay. Other
 * control characters, halves of characters and commands are written as escapes of JSON.
 */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu, (char) =>
      /[\n\t]/.test(char) ? char : escaped(char),
    )
    .replace(pipelineCommand, (command, space) => (command.startsWith("#") ? "#\\u0023" : `${space}\\u003a`));
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
