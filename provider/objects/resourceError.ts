/** Thrown if an operation or a lookup cannot be done. The message is for the user. */
export class ResourceError extends Error {
  override readonly name = "ResourceError";
}
