import type { Request } from "./conformance/row";
import { type Answer, type Server, send } from "./request";

const patienceMs = 30_000;

/** Asks again and again until the answer has a status; fails once that takes too long. */
export async function untilAnswered(server: Server, request: Request, status: number): Promise<Answer> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await send(server, request);
    if (answer.status === status) return answer;
    if (performance.now() > end) throw new Error(`Still ${answer.status}, not ${status}: ${answer.text.slice(0, 500)}`);
  }
}
