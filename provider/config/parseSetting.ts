import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import * as z from "zod";
import { parseJson } from "../api/input/untrustedJson.js";
import type { Files } from "./login.js";

const booleans: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** Parses a setting from text. Invalid text is returned as it is, so that validation reports it. */
export function parseSetting(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return parseSetting(schema.unwrap(), text);
  if (schema instanceof z.ZodBoolean) return booleans[text.trim().toLowerCase()] ?? text;
  return schema instanceof z.ZodArray ? parseList(text) : text;
}

// Stack configuration has lists as JSON, the environment separates items by commas.
function parseList(text: string): unknown {
  if (!text.trimStart().startsWith("[")) return text.split(",").map((word) => word.trim());
  return parseJson(text) ?? text;
}

const succeeds = (read: () => unknown): boolean => {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
};

/** Whether a text is a certificate in PEM form. */
export const isCertificate = (pem: string): boolean => succeeds(() => new X509Certificate(pem));

/** Whether TLS accepts a certificate chain and its key without a passphrase. */
export const isKeyPair = (cert: string, key: string): boolean => succeeds(() => createSecureContext({ cert, key }));

/** The certificate, given as text or as a file path. Validation rejects other text. */
export function certificateText(given: string, files: Files): string {
  if (isCertificate(given)) return given;
  try {
    return files.readFile(given.trim()).text;
  } catch {
    return given;
  }
}
