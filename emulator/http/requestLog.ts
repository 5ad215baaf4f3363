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

const maxEntries = 10_000;
const maxLetters = 64 * 1024 * 1024;

/** The latest requests. The oldest ones go, so that neither many requests nor large ones fill the memory. */
export class RequestLog {
  /** Oldest first; whoever reads it may empty it. */
  readonly entries: RequestLogEntry[] = [];
  private lettersSinceTrim = 0;

  /** Adds an entry. */
  add(entry: RequestLogEntry): void {
    this.entries.push(entry);
    this.lettersSinceTrim += lettersOf(entry);
    if (this.entries.length <= maxEntries && this.lettersSinceTrim <= maxLetters / 2) return;
    this.lettersSinceTrim = 0;
    this.entries.splice(0, this.entries.length - newestThatFit(this.entries));
  }
}

// A half of what is allowed stays, so that there is room until the next time.
function newestThatFit(entries: readonly RequestLogEntry[]): number {
  let letters = 0;
  let count = 0;
  for (const entry of entries.toReversed()) {
    letters += lettersOf(entry);
    if (letters > maxLetters / 2 || count === maxEntries * 0.9) break;
    count++;
  }
  return count;
}

function lettersOf({ path, body, headers }: RequestLogEntry): number {
  return Object.values(headers).reduce((sum, value) => sum + value.length, path.length + body.length);
}

/** The headers of a request without what must not be logged. */
export function loggedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name, value]) => name !== "authorization" && value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}
