import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { codeOf } from "./failureKind.js";

type Decoder = (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer;

// A map, since the platform chooses the name.
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * The body that a proxy compressed, although nobody asked for it. Undefined for an encoding that is unknown or a body that is
 * broken; throws for more bytes than `most`.
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
