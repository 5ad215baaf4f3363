import { ourPrefix } from "./ownership.js";
import { isRecord, type Properties } from "./values.js";

/**
 * The labels and annotations that people set. kubectl keeps a whole object in one of its own, with any key that the object holds in
 * clear text; ours say who made the object.
 */
export function ownMetadata({ labels, annotations }: Properties): Properties {
  return {
    ...(isRecord(labels) && { labels: ownEntries(labels) }),
    ...(isRecord(annotations) && { annotations: ownEntries(annotations) }),
  };
}

const ownEntries = (map: Properties): Properties =>
  Object.fromEntries(Object.entries(map).filter(([key]) => !bookkeeping.some((prefix) => key.startsWith(prefix))));

const bookkeeping = ["kubectl.kubernetes.io/", ourPrefix];
