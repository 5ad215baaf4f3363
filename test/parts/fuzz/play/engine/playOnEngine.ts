import path from "node:path";
import type { Orphan } from "../../../../../cli/orphans/orphan";
import { runCommand } from "../../../../support/command";
import { root } from "../../../../support/environment";
import { deleteOrphan } from "../objects";
import { problemsInTheEnd, problemsOnTheWay, type Standing, takenOutProblems } from "../problems";
import type { Declared, Sequence, Step } from "../sequence";
import { type Ended, runInTrouble } from "./command";
import { exported, type Scene, type Setting, setScene, stateIn, stateOnDisk, type Tally, writeProgram } from "./scene";

/** Plays a sequence on the real engine and then finishes it; returns the problems. */
export async function playOnEngine(sequence: Sequence, setting: Setting, tally: Tally): Promise<string[]> {
  const scene = await setScene(setting, sequence, tally);
  tally.sequences++;
  try {
    for (const [index, step] of sequence.steps.entries()) {
      const problems = await play(scene, step);
      if (problems.length > 0) return problems.map((problem) => `after step ${index}: ${problem}`);
    }
    return await finish(scene, sequence.last);
  } finally {
    await scene.close();
  }
}

async function play(scene: Scene, step: Step): Promise<string[]> {
  const { colleague, stack, place, tally } = scene;
  const before = stateOnDisk(stack, place);
  if (step.do === "edit") {
    await colleague.edit(step.edit);
    tally.edits++;
    return [];
  }
  // Without --continue-on-error: when a delete before a replacement fails, Pulumi never answers the program and hangs.
  const args = [step.do, "--yes", "--skip-preview"];
  if (step.do === "refresh") {
    await runInTrouble(scene, { args, trouble: step });
    const after = stateOnDisk(stack, place);
    colleague.refreshed(before, after);
    return colleague.problems(after);
  }
  const running = { program: step.program, state: before };
  writeProgram(scene, step.program, true);
  colleague.upBegins(running);
  await runInTrouble(scene, { args, trouble: step, running });
  const after = stateOnDisk(stack, place);
  return [...takenOutProblems({ ...scene, before, after }), ...colleague.problems(after)];
}

/**
 * Without further faults, one `up` reaches the program; a second one only if an orphan of a killed create, or of a denied object,
 * occupied a name. Returns the problems.
 */
async function finish(scene: Scene, program: readonly Declared[]): Promise<string[]> {
  await scene.colleague.leave(program, stateOnDisk(scene.stack, scene.place));
  writeProgram(scene, program, false);
  const first = await calmUp(scene, program);
  const found = await lookAround(scene);
  const onTheWay = problemsOnTheWay(found.standing);
  scene.tally.orphans += found.orphans.length;
  const isNameTaken = await followAdvice(scene, found.orphans, first);
  const last = isNameTaken ? await calmUp(scene, program) : first;
  const ends = [
    ...lostWithoutCause(scene, found.orphans),
    ...first.problems,
    ...said("the last up", last),
    ...(await forgetInterrupted(scene, found.pending)),
  ];
  const end = found.orphans.length + found.pending.length > 0 ? await lookAround(scene) : found;
  return [...onTheWay, ...ends, ...endProblems(end), ...(await problemsInTheEnd(end.standing, program))];
}

/** The present state and its orphans. */
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

async function calmUp(scene: Scene, program: readonly Declared[]): Promise<Ended & { problems: string[] }> {
  const { colleague, stack, place } = scene;
  const state = stateOnDisk(stack, place);
  colleague.refreshed(state, state);
  colleague.upBegins({ program, state });
  const args = ["up", "--yes", "--skip-preview", "--refresh"];
  const ended = await runInTrouble(scene, { args, trouble: calm });
  const problems = takenOutProblems({ ...scene, before: state, after: stateOnDisk(stack, place) });
  return { ...ended, problems };
}

/** A killed engine leaves pending operations in the state until a refresh clears them. */
async function forgetInterrupted(scene: Scene, pending: readonly unknown[]): Promise<string[]> {
  if (pending.length === 0) return [];
  const args = ["refresh", "--yes", "--skip-preview", "--clear-pending-creates", "--expect-no-changes"];
  const ended = await runInTrouble(scene, { args, trouble: calm });
  return said("the last refresh", ended);
}

const said = (what: string, { exitCode, stdout, stderr }: Ended): string[] =>
  exitCode === 0 ? [] : [`${what} ended with ${exitCode}:\n${stdout}${stderr}`];

/** Imports or deletes each orphan, as docs/orphans.md advises; returns whether a name was taken, so that an `up` must follow. */
async function followAdvice(scene: Scene, orphans: readonly Orphan[], last: Ended): Promise<boolean> {
  const taken = orphans.filter(({ name }) => isSaidTaken(last, name));
  for (const orphan of orphans) {
    const isToImport = taken.includes(orphan) && isImported(orphan) && !isReplacing(scene, orphan);
    const toImport = isToImport ? importIn(last, orphan) : undefined;
    if (toImport !== undefined) await scene.stack.pulumi([...toImport, "--yes"]).then(() => scene.tally.imported++);
    else await deleteOrphan(scene.platform, orphan).then(() => scene.tally.deleted++);
  }
  return taken.length > 0;
}

const wordsOf = ({ stdout, stderr }: Ended) => stdout + stderr;

const isSaidTaken = (last: Ended, name: string) =>
  wordsOf(last).includes(`"${name}": this stack made an object of this name before.`);

/** If the state still holds the replaced object, an import would silently do nothing. */
const isReplacing = ({ stack, place }: Scene, { name }: Orphan) =>
  stateOnDisk(stack, place).some(({ id }) => id === name);

/** True for about half of all uids. */
const isImported = ({ uid }: Orphan) => Number.parseInt(uid.slice(0, 1), 16) % 2 === 0;

/** The command that the error names; it names none for dynamic resources, which cannot be imported. */
const importIn = (last: Ended, { name }: Orphan): string[] | undefined =>
  new RegExp(`run: pulumi (import \\S+ \\S+ ${name});`).exec(wordsOf(last))?.[1]?.split(" ");

/** The result of `pulumi-platform orphans` for a state, including disabled keys. */
async function orphansOf({ stack }: Scene, input: string): Promise<Orphan[]> {
  const args = [path.join(root, "bin", "pulumi-platform"), "orphans", "--state", "-", "--json"];
  const { exitCode, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env: stack.env, input });
  if (exitCode !== 0 && exitCode !== 7) throw new Error(`orphans ended with ${exitCode}: ${stderr}`);
  const { orphans, kept } = JSON.parse(stdout);
  return [...orphans, ...kept];
}
