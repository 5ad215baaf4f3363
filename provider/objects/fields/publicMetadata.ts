import { Secrets } from "../../api/output/redaction.js";
import { ourPrefix } from "../ownership.js";
import { isRecord, type Path, type Properties, textsAt } from "../values.js";
import { timestamp } from "./metadataFields.js";

/**
 * Labels and annotations that may be shown in clear text. Leaves out our own, those in which tools
 * keep a copy of the whole object, and those that quote a secret.
 */
export function publicMetadata(properties: Properties, secretPaths: readonly Path[] = []): Properties {
  const quotesSecret = secretDetector(textsAt(properties, secretPaths));
  const isPublic = ([key, value]: [string, unknown]) =>
    !bookkeeping.some((name) => name.test(key)) && ![key, String(value)].some(quotesSecret);
  const { labels, annotations } = properties;
  return {
    ...(isRecord(labels) && { labels: Object.fromEntries(Object.entries(labels).filter(isPublic)) }),
    ...(isRecord(annotations) && { annotations: Object.fromEntries(Object.entries(annotations).filter(isPublic)) }),
  };
}

const bookkeeping: readonly RegExp[] = [
  // One of kubectl's keys has a copy of the object. The others are bookkeeping, too.
  /^kubectl\.kubernetes\.io\//,
  // Several tools follow kubectl's naming.
  /\/last-applied(-configuration)?$/,
  /^kapp\.k14s\.io\/original/,
  // Compressed for large objects, so its secrets cannot be detected.
  /^objectset\.rio\.cattle\.io\/applied$/,
  new RegExp(`^${ourPrefix}`),
];

// A shorter secret would match ordinary words.
const minSecretLength = 8;

// A secret object, such as a login, may contain a time that public fields show, too.
const isTime = (text: string): boolean => timestamp.safeParse(text).success;

/** Returns a predicate for texts that contain one of these secrets in any known encoding. */
export function secretDetector(secrets: Iterable<string>): (text: string) => boolean {
  const sought = new Secrets([...secrets].filter((text) => text.length >= minSecretLength && !isTime(text)));
  return (text) => sought.foundIn(text);
}
