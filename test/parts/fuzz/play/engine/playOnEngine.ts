import { takenOutProblems } from "../problems";
import type { Sequence, Step } from "../sequence";
import { runInTrouble } from "./command";
import { finish } from "./finish";
import { type Scene, type Setting, setScene, stateOnDisk, type Tally, writeProgram } from "./scene";

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
