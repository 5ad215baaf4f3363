/** A message: text, cause and remedy. `{name}` in text and remedy stands for a value. */
export interface Message {
  readonly text: string;
  readonly cause?: string;
  /** Absent where the text says it, or where nothing is to be done. */
  readonly remedy?: string;
}

/** Messages by id. The types keep the texts, so that a missing value does not compile. */
export const messages = <const Entries extends Readonly<Record<string, Message>>>(entries: Entries): Entries => entries;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type NamesOf<Entry extends Message> = Entry extends Message ? NamesIn<Entry["text"]> | NamesIn<Entry["remedy"]> : never;

type Values<Names extends string> = [Names] extends [never] ? [] : [Readonly<Record<Names, string | number>>];

/** A message as one text. Callers mask and escape the values. */
export function message<const Entry extends Message>(
  { text, remedy }: Entry,
  ...given: Values<NamesOf<Entry>>
): string {
  const template = remedy === undefined ? text : `${text} ${remedy}`;
  const [values = {}]: readonly Readonly<Record<string, string | number>>[] = given;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
