import type { Sequence, Slot, Step } from "../sequence";
import { takenOutProblems } from "../takenOut";
import { finish } from "./finish";
import { runInTrouble } from "./runCommand";
import { type Scene, type Setting, setScene, writeProgram } from "./scene";
import { stateOnDisk } from "./stateOf";
import type { Tally } from "./tally";

/** Plays a sequence on the real engine, to its end and beyond; gives what is wrong. */
export async function playOnEngine(sequence: Sequence, setting: Setting, tally: Tally): Promise<string[]> {
  const scene = await setScene(setting, slotsOf(sequence));
  tally.sequences++;
  try {
    for (const [index, step] of sequence.steps.entries()) {
      const problems = await play(scene, tally, step);
      if (problems.length > 0) return problems.map((problem) => `after step ${index}: ${problem}`);
    }
    return await finish(scene, tally, sequence.last);
  } finally {
    await scene.close();
  }
}

/** Every place that any of its programs has. */
function slotsOf({ steps, last }: Sequence): Slot[] {
  const all = [...steps.flatMap((step) => (step.do === "up" ? step.program : [])), ...last];
  return [...new Map(all.map((each) => [each.letter, each])).values()];
}

async function play(scene: Scene, tally: Tally, step: Step): Promise<string[]> {
  const { colleague, stack, place } = scene;
  const before = stateOnDisk(stack, place);
  if (step.do === "edit") {
    await colleague.edit(step.edit);
    tally.edits++;
    return [];
  }
  if (step.do === "up") {
    const running = { program: step.program, state: before };
    writeProgram(scene, step.program, true);
    colleague.upBegins(running);
    await runInTrouble(scene, tally, { args: up, trouble: step, running });
    const after = stateOnDisk(stack, place);
    return [...takenOutProblems({ ...scene, before, after }), ...colleague.problems(after)];
  } else {
    await runInTrouble(scene, tally, { args: refresh, trouble: step, running: undefined });
    colleague.refreshed(before, stateOnDisk(stack, place));
  }
  return colleague.problems(stateOnDisk(stack, place));
}

// Not with --continue-on-error: when a delete before a replacement fails, Pulumi never answers the program, and waits for its end.
const up = ["up", "--yes", "--skip-preview"];
const refresh = ["refresh", "--yes", "--skip-preview"];
