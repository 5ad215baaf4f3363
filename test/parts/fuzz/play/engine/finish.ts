import type { Orphan } from "../../../../../cli/orphans/orphan";
import { problemsInTheEnd, problemsOnTheWay, type Standing } from "../problems";
import type { Declared } from "../sequence";
import { takenOutProblems } from "../takenOut";
import { followAdvice } from "./followAdvice";
import type { Ended } from "./killableCommand";
import { orphansOf } from "./orphansOf";
import { runInTrouble } from "./runCommand";
import { type Scene, writeProgram } from "./scene";
import { exported, stateIn, stateOnDisk } from "./stateOf";
import type { Tally } from "./tally";

/**
 * The colleague is done and nothing goes wrong any more: one `up` reaches what the program declares. Then the page on orphans is
 * followed; only where a killed create, or a platform that denied an object, left a name taken, that means one `up` more. Gives
 * what is wrong.
 */
export async function finish(scene: Scene, tally: Tally, program: readonly Declared[]): Promise<string[]> {
  await scene.colleague.leave(program, stateOnDisk(scene.stack, scene.place));
  writeProgram(scene, program, false);
  const first = await calmUp(scene, tally, program);
  const found = await lookAround(scene);
  const onTheWay = problemsOnTheWay(found.standing);
  tally.orphans += found.orphans.length;
  const isNameTaken = await followAdvice(scene, tally, found.orphans, first);
  const last = isNameTaken ? await calmUp(scene, tally, program) : first;
  const ends = [
    ...lostWithoutCause(scene, found.orphans),
    ...first.problems,
    ...said("the last up", last),
    ...(await forgetInterrupted(scene, tally, found.pending)),
  ];
  const end = found.orphans.length + found.pending.length > 0 ? await lookAround(scene) : found;
  return [...onTheWay, ...ends, ...endProblems(end), ...(await problemsInTheEnd(end.standing, program))];
}

/** What is there, and what the report of orphans says of it. */
async function lookAround(scene: Scene) {
  const text = await exported(scene.stack);
  const orphans = await orphansOf(scene, text);
  const standing: Standing = { ...scene, state: stateIn(text, scene.place), orphans: orphans.map(({ uid }) => uid) };
  const pending: unknown[] = JSON.parse(text).deployment.pending_operations ?? [];
  return { orphans, standing, pending };
}

const endProblems = ({ orphans, pending }: Awaited<ReturnType<typeof lookAround>>): string[] => [
  ...orphans.map(({ kind, name }) => `the advice was followed, and ${kind} "${name}" is an orphan still`),
  ...pending.map((each) => `pending still: ${JSON.stringify(each)}`),
];

const lostWithoutCause = ({ mayLose }: Scene, orphans: readonly Orphan[]): string[] =>
  mayLose
    ? []
    : orphans.map(({ kind, name }) => `nobody was killed and nothing denied, and ${kind} "${name}" is an orphan`);

const calm = { faults: [] };

async function calmUp(
  scene: Scene,
  tally: Tally,
  program: readonly Declared[],
): Promise<Ended & { problems: string[] }> {
  const { colleague, stack, place } = scene;
  const state = stateOnDisk(stack, place);
  colleague.refreshed(state, state);
  colleague.upBegins({ program, state });
  const args = ["up", "--yes", "--skip-preview", "--refresh"];
  const ended = await runInTrouble(scene, tally, { args, trouble: calm, running: undefined });
  const problems = takenOutProblems({ ...scene, before: state, after: stateOnDisk(stack, place) });
  return { ...ended, problems };
}

/** What a killed engine had begun stands in the state, of which every command warns, until a refresh forgets it. */
async function forgetInterrupted(scene: Scene, tally: Tally, pending: readonly unknown[]): Promise<string[]> {
  if (pending.length === 0) return [];
  const args = ["refresh", "--yes", "--skip-preview", "--clear-pending-creates", "--expect-no-changes"];
  const ended = await runInTrouble(scene, tally, { args, trouble: calm, running: undefined });
  return said("the last refresh", ended);
}

const said = (what: string, { exitCode, stdout, stderr }: Ended): string[] =>
  exitCode === 0 ? [] : [`${what} ended with ${exitCode}:\n${stdout}${stderr}`];
