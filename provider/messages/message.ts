/** A message: what it says, why it appears, and what to do. `{name}` in text and remedy stands for a value. */
export interface Message {
  readonly text: string;
  /** Markdown, for the reference page only. */
  readonly cause: string;
  /** Absent where the text says it, or where nothing is to be done. */
  readonly remedy?: string;
}

/** Messages by id. The types keep the texts, so that a missing value does not compile. */
export const messages = <const Entries extends Readonly<Record<string, Message>>>(entries: Entries): Entries => entries;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type NamesOf<Entry extends Message> = Entry extends Message ? NamesIn<Entry["text"]> | NamesIn<Entry["remedy"]> : never;

type Values<Names extends string> = [Names] extends [never] ? [] : [Readonly<Record<Names, string | number>>];

/** A message as one text. Values are inserted as they are: callers mask and escape what others wrote. */
export const message = <const Entry extends Message>(
  { text, remedy }: Entry,
  ...[values]: Values<NamesOf<Entry>>
): string => filled(remedy === undefined ? text : `${text} ${remedy}`, values);

/** The same without the remedy, for callers that add it, or another one, themselves. */
export const messageText = <const Text extends string>(
  { text }: { readonly text: Text },
  ...[values]: Values<NamesIn<Text>>
): string => filled(text, values);

const filled = (template: string, values: Readonly<Record<string, string | number>> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
