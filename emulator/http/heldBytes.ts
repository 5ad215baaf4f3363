import type { ServerResponse } from "node:http";

/** How many bytes the server holds for its clients at the moment, so that many slow ones cannot fill the memory. */
export class HeldBytes {
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** Says that no more requests should be taken for now. */
  get isFull(): boolean {
    return this.bytes > this.maxBytes;
  }

  /** Starts to count for one exchange; the returned function adds bytes, and all of them go with its end. */
  until(response: ServerResponse): (bytes: number) => void {
    let own = 0;
    response.once("close", () => {
      this.bytes -= own;
      own = 0;
    });
    return (bytes) => {
      own += bytes;
      this.bytes += bytes;
    };
  }
}
