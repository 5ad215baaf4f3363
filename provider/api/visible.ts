// What pipelines obey: ::error:: at the start of a line, ##[error] and ##vso[task.setvariable …] anywhere in it.
const pipelineCommand = /##(?=[\w.]{0,40}\[)|^([ \t]*):(?=:)/gm;

/**
 * Words of others in which neither a terminal nor a pipeline finds anything to obey. Line ends and tabs stay. What else moves the
 * cursor, colours or reorders the text, is no character at all or begins a command, is written as an escape of JSON.
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
