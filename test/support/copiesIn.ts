import { gzipSync } from "node:zlib";

/** Annotations in which tools and people store an object: as plain text, encoded or compressed. */
export const copiesIn = (text: string): Record<string, string> => ({
  "kubectl.kubernetes.io/last-applied-configuration": text,
  "tool.test/last-applied": gzipSync(text).toString("base64"),
  "kapp.k14s.io/original": text,
  "kapp.k14s.io/original-diff": text,
  "objectset.rio.cattle.io/applied": gzipSync(text).toString("base64"),
  "people.test/plain": text,
  "people.test/json": JSON.stringify(text),
  "people.test/base64": Buffer.from(text).toString("base64"),
  "people.test/hex": Buffer.from(text).toString("hex"),
  "people.test/url": encodeURIComponent(text),
});
