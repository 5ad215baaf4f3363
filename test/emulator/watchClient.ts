import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { RunningPlatform } from "../../emulator/platform";
import { type Body, get } from "./conformance/row";
import { open } from "./request";

/** One line of a watch. */
export interface WatchEvent {
  type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  object: Body;
}

/** A client that watches a collection. */
export class WatchClient {
  private readonly lines: AsyncIterator<string>;

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
    reader: Interface,
  ) {
    this.lines = reader[Symbol.asyncIterator]();
  }

  /** Begins to watch; resolves with the head of the answer. */
  static async open(platform: RunningPlatform, query = "", plural = "spacetemplates") {
    const abort = new AbortController();
    const response = await open(platform, get(`/${plural}?watch=true&${query}`), abort.signal);
    const input = Readable.fromWeb(response.body as ReadableStream);
    // The reader tells of an error to whoever asks for the next line.
    input.on("error", () => {});
    return new WatchClient(response, abort, createInterface({ input }));
  }

  /** The next event; undefined once the stream is over. */
  async next(): Promise<WatchEvent | undefined> {
    const { done, value } = await this.lines.next();
    return done === true ? undefined : (JSON.parse(value) as WatchEvent);
  }

  /** The next events, as many as asked for. */
  async take(count: number): Promise<WatchEvent[]> {
    const events: WatchEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) break;
      events.push(event);
    }
    return events;
  }

  /** Every event until the stream is over. */
  rest(): Promise<WatchEvent[]> {
    return this.take(Number.POSITIVE_INFINITY);
  }

  /** Hangs up. */
  close(): void {
    this.abort.abort();
  }
}

/** What most tests look at in an event: its type and the name of its object. */
export function summary({ type, object }: WatchEvent): string {
  return `${type} ${object.metadata.name}`;
}
