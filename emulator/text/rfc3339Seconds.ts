/** Writes a time as Kubernetes objects hold it: RFC 3339, UTC, whole seconds. */
export function rfc3339Seconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
