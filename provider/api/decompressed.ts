import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { codeOf } from "./failureKind.js";

const decoders: Readonly<Record<string, (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The body that a proxy compressed, although nobody asked for it. Undefined for an encoding that is unknown or a body that is
 * broken; throws for more bytes than `most`.
 */
export function decompressed(encoding: unknown, bytes: Buffer, most: number): Buffer | undefined {
  const decode = decoders[String(encoding).trim().toLowerCase()];
  try {
    return decode?.(bytes, { maxOutputLength: most });
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw error;
    return undefined;
  }
}
