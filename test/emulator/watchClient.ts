import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { type Body, get, type Request } from "./conformance/row";
import { open, type Server } from "./request";

/** One line of a watch. */
export interface WatchEvent {
  type: "ADDED" | "MODIFIED" | "DELETED" | "ERROR";
  object: Body;
}

/** A client that watches a collection. */
export class WatchClient {
  private readonly lines: AsyncIterator<string>;

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    const input = Readable.fromWeb(response.body as ReadableStream);
    // The reader reports an error when the next line is read.
    input.on("error", () => {});
    this.lines = createInterface({ input })[Symbol.asyncIterator]();
  }

  /** Starts a watch of a collection. */
  static open(server: Server, query = "", plural = "spacetemplates"): Promise<WatchClient> {
    return WatchClient.request(server, get(`/${plural}?watch=true&${query}`));
  }

  /** Starts a watch; resolves with the head of the response. */
  static async request(server: Server, request: Request): Promise<WatchClient> {
    const abort = new AbortController();
    return new WatchClient(await open(server, request, abort.signal), abort);
  }

  /** The next events, as many as asked for; fewer once the stream has ended. */
  async take(count: number): Promise<WatchEvent[]> {
    const events: WatchEvent[] = [];
    while (events.length < count) {
      const { done, value } = await this.lines.next();
      if (done === true) break;
      events.push(JSON.parse(value));
    }
    return events;
  }

  /** The types and names of the next events. */
  async summaries(count: number): Promise<string[]> {
    return (await this.take(count)).map(({ type, object }) => `${type} ${object.metadata.name}`);
  }

  /** Every event until the stream is over. */
  rest(): Promise<WatchEvent[]> {
    return this.take(Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.abort.abort();
  }
}
