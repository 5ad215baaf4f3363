import { visible } from "./visible.js";

const longest = 80;

/** A value that came from outside as a message may hold it: in quotes, on one line, of bounded length. */
export const quoted = (value: string): string =>
  visible(JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value));
