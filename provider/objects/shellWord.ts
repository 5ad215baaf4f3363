/** A text as one word of a shell: as it is where that is safe, else between single quotes. */
export function shellWord(text: string): string {
  // A leading = is a command's path to zsh.
  return /^[\w.:/@][\w.:/@=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The last words of a command as a shell takes them; quotes alone would leave a name such as --all an option. */
export function operands(...words: readonly string[]): string {
  const quoted = words.map(shellWord);
  return (words.some((word) => word.startsWith("-")) ? ["--", ...quoted] : quoted).join(" ");
}
