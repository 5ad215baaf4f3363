import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import * as z from "zod";
import { parseJson } from "../api/input/untrustedJson.js";
import type { Files } from "./login.js";

const words: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** Reads a setting given as text, as the environment and stack configuration do; what cannot be read stays text. */
export function fromText(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return fromText(schema.unwrap(), text);
  if (schema instanceof z.ZodBoolean) return words[text.trim().toLowerCase()] ?? text;
  return schema instanceof z.ZodArray ? listFrom(text) : text;
}

// A list is JSON, as stack configuration writes it, or words between commas.
function listFrom(text: string): unknown {
  if (!text.trimStart().startsWith("[")) return text.split(",").map((word) => word.trim());
  return parseJson(text) ?? text;
}

const isReadable = (read: () => unknown): boolean => {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
};

/** Whether a text holds a certificate in PEM form. */
export const isCertificate = (pem: string): boolean => isReadable(() => new X509Certificate(pem));

/** Whether TLS accepts a chain of certificates and its key, which has no passphrase. */
export const isPair = (cert: string, key: string): boolean => isReadable(() => createSecureContext({ cert, key }));

/** The text of a certificate or of its file. The schema rejects what cannot be read. */
export function certificateText(given: string, files: Files): string {
  if (isCertificate(given)) return given;
  try {
    return files.readFile(given.trim());
  } catch {
    return given;
  }
}
