import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { codeOf } from "./connectionFailures.js";

type Decoder = (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer;

// A map, since the platform chooses the key: an object would have inherited ones.
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * The body that a proxy compressed without being asked. Undefined for an unknown encoding or a broken body;
 * throws for more than `most` bytes.
 */
export function decompressed(encoding: unknown, bytes: Buffer, most: number): Buffer | undefined {
  const decode = decoders.get(String(encoding).trim().toLowerCase());
  try {
    return decode?.(bytes, { maxOutputLength: most });
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw error;
    return undefined;
  }
}
