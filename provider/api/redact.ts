/** Masks secrets in a text. */
export function redact(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) if (secret.length >= 4) masked = masked.replaceAll(secret, "[secret]");
  return masked;
}
