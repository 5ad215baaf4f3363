import type { ServerResponse } from "node:http";

/** How many bytes the server holds for its clients at the moment, so that many slow ones cannot fill the memory. */
export class HeldBytes {
  private readonly bytes = { bodies: 0, answers: 0 };

  constructor(private readonly maxBytes: number) {}

  /** Says that no more bodies should be taken for now. */
  get isFull(): boolean {
    return this.bytes.bodies + this.bytes.answers > this.maxBytes;
  }

  /** Says that nothing more should be answered for now. Bodies alone never get so far: who sends none adds nothing to them. */
  get isFullOfAnswers(): boolean {
    return this.bytes.answers > this.maxBytes;
  }

  /** Starts to count for one exchange; the returned function adds bytes, and all of them go with its end. */
  until(response: ServerResponse, what: "bodies" | "answers"): (bytes: number) => void {
    let own = 0;
    response.once("close", () => {
      this.bytes[what] -= own;
      own = 0;
    });
    return (bytes) => {
      own += bytes;
      this.bytes[what] += bytes;
    };
  }
}
