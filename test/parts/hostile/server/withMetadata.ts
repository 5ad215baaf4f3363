/** An object with other members in its metadata. */
export function withMetadata(body: unknown, members: Record<string, unknown>): Record<string, unknown> {
  const object = body as { metadata: Record<string, unknown> };
  return { ...object, metadata: { ...object.metadata, ...members } };
}
