import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "../request";
import { judge } from "./judge";
import { type Expected, partsOf, type Row, type Step } from "./row";
import { RowRun } from "./rowRun";
import type { Target } from "./target";
import { watchEvents } from "./watchEvents";

const attempts = 50;
const betweenMs = 200;

/** Plays a row against a server and removes what it made; throws what went wrong, in words without a key. */
export async function runRow(row: Row, target: Target): Promise<void> {
  const run = new RowRun(target);
  const failures: unknown[] = [];
  await play(row, run).catch((error: unknown) => failures.push(error));
  await run.cleanUp().catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  throw new Error(run.redact([run.asked, ...failures.map(wordsOf), run.answered].join("\n\n")));
}

// fetch tells in the cause why it failed.
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${wordsOf(error.cause)}`;
}

async function play(row: Row, run: RowRun): Promise<void> {
  const { given, request, expectation } = partsOf(row);
  for (const step of given) run.given.push(await run.expectDone(step));
  const expected: Expected = run.own((run.target.goTypes ? expectation.native : undefined) ?? expectation);
  for (let attempt = expectation.eventually === true ? attempts : 1; ; attempt--) {
    const answer = await ask(request, expectation.during ?? [], run, expected);
    try {
      return judge(expected, answer, run.given);
    } catch (error) {
      if (attempt === 1) throw error;
      await wait(betweenMs);
    }
  }
}

async function ask(step: Step, during: Step[], run: RowRun, { events }: Expected): Promise<Answer> {
  if (events === undefined) return run.send(step);
  const answer = await watchEvents(run.target, await run.prepare(step), events.length, async () => {
    for (const one of during) await run.expectDone(one);
  });
  run.note(answer);
  return answer;
}
