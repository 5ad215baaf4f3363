import { Secrets } from "../../api/output/secrets.js";
import { ourPrefix } from "../ownership.js";
import { isRecord, type Path, type Properties, textsAt } from "../values.js";
import { timestamp } from "./metadataFields.js";

/**
 * The labels and annotations that people set, which may stand in clear text: neither those in which tools keep a whole object with any key
 * that it holds, in whatever form they like, nor others that quote one of its secrets. Ours say who made the object.
 */
export function ownMetadata(properties: Properties, secretPaths: readonly Path[] = []): Properties {
  const quotes = secretQuotes(textsAt(properties, secretPaths));
  const isOwn = ([key, value]: [string, unknown]) =>
    !bookkeeping.some((name) => name.test(key)) && ![key, String(value)].some(quotes);
  const { labels, annotations } = properties;
  return {
    ...(isRecord(labels) && { labels: Object.fromEntries(Object.entries(labels).filter(isOwn)) }),
    ...(isRecord(annotations) && { annotations: Object.fromEntries(Object.entries(annotations).filter(isOwn)) }),
  };
}

const bookkeeping: readonly RegExp[] = [
  /^kubectl\.kubernetes\.io\//,
  // The name that several tools have from kubectl.
  /\/last-applied(-configuration)?$/,
  /^kapp\.k14s\.io\/original/,
  // Compressed where the object is large, so that nobody sees what it quotes.
  /^objectset\.rio\.cattle\.io\/applied$/,
  new RegExp(`^${ourPrefix}`),
];

// A shorter one would be found in ordinary words.
const shortestSecret = 8;

// The time of a login is part of what is secret of it, and stands in other fields, too.
const isTime = (text: string): boolean => timestamp.safeParse(text).success;

/** Tells which texts hold one of these secrets, however it is encoded in them, and so may stand nowhere in clear text. */
export function secretQuotes(secrets: Iterable<string>): (text: string) => boolean {
  const sought = new Secrets([...secrets].filter((text) => text.length >= shortestSecret && !isTime(text)));
  return (text) => sought.foundIn(text);
}
