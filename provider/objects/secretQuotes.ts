import { Concealer } from "../api/concealer.js";
import { timestamp } from "./metadata.js";

// A shorter one would be found in ordinary words.
const shortestSecret = 8;

// The time of a login is part of what is secret of it, and stands in other fields, too.
const isTime = (text: string): boolean => timestamp.safeParse(text).success;

/** Tells which texts hold one of these secrets, however it is encoded in them, and so may stand nowhere in clear text. */
export function secretQuotes(secrets: Iterable<string>): (text: string) => boolean {
  const sought = new Concealer([...secrets].filter((text) => text.length >= shortestSecret && !isTime(text)));
  return (text) => sought.isIn(text);
}
