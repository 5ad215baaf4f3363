import type { CommandOptions } from "./command";
import { colourWords } from "./isColourful";

/** The option that decides over colours, of commands that have them. */
export const colourOption: CommandOptions[string] = {
  type: "string",
  value: colourWords.join("|"),
  help: "Colour in the text (auto: on a terminal, unless NO_COLOR is set or TERM is dumb)",
};
