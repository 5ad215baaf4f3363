import { isRecord, type Properties } from "./values.js";

/**
 * The labels or annotations that people set. kubectl keeps a whole object in one of its own, with any key that the object holds in
 * clear text; ours say who made the object.
 */
export const ownEntries = (map: unknown): Properties =>
  isRecord(map) ? Object.fromEntries(Object.entries(map).filter(([key]) => !isBookkeeping(key))) : {};

const isBookkeeping = (key: string) => key.startsWith("kubectl.kubernetes.io/") || key.startsWith("pulumi-platform/");
