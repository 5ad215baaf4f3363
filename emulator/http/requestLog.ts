/** One request as it was answered. The Authorization header is never in it. */
export interface RequestLogEntry {
  /** When the request had arrived, RFC 3339. */
  time: string;
  method: string;
  /** The path with its query, as sent. */
  path: string;
  /** The status that was answered; 0 if the connection was cut before an answer. */
  status: number;
  durationMs: number;
  headers: Record<string, string>;
  /** The body as received; it may hold keys. */
  body: string;
}

/** The headers of a request without what must not be logged. */
export function loggedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name, value]) => name !== "authorization" && value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}
