/** A text as one word of a shell: as it is where that is safe, else between single quotes. */
export function shellWord(text: string): string {
  return /^[\w.:/@=-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
