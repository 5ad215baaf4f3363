import type { PlatformOptions } from "../../../../../emulator/platformOptions";
import { declaredPrograms } from "../../../../support/declaredPrograms";
import { dynamic, type Face, plugin } from "../../../../support/kills/face";
import type { ProgramKind } from "../../../../support/project";
import { createStack, type Stack } from "../../../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../../../support/startRecorded";
import { Colleague } from "../colleague";
import { inputsOf, type Place, rowOf } from "../inputsOf";
import { type Passage, startPassage } from "../passage";
import type { Declared, Slot } from "../sequence";

/** How a sequence is played. */
export interface Setting {
  program: ProgramKind;
  server: PlatformOptions;
}

/** A stack of the real engine, a platform, what stands between them, and who else works there. */
export interface Scene {
  setting: Setting;
  face: Face;
  place: Place;
  platform: RecordedPlatform;
  passage: Passage;
  stack: Stack;
  colleague: Colleague;
  /** All that the user was told. */
  said: string[];
  /** Somebody was killed, or the platform denied an object that is there: only then may an object be lost, or its name taken. */
  mayLose: boolean;
  close(): Promise<void>;
}

const faces: Record<ProgramKind, Face> = { yaml: plugin, typescript: dynamic };

const place: Place = { prefix: "fuzz", project: "fuzz" };

/** Sets the scene for a sequence; nothing is there yet. */
export async function setScene(setting: Setting, slots: readonly Slot[]): Promise<Scene> {
  const platform = await startRecorded({ ...setting.server, projects: [place.project] });
  const passage = await startPassage(platform.baseUrl, () => place.prefix);
  const { program } = setting;
  const env = { PLATFORM_BASE_URL: passage.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
  const stack = await createStack({ program, typecheck: false, source: declaredPrograms[program]({}), env });
  const close = async () => {
    stack.dispose();
    await passage.close();
    await platform.close();
  };
  const colleague = new Colleague(platform, place, slots);
  return {
    setting,
    face: faces[program],
    place,
    platform,
    passage,
    stack,
    colleague,
    said: [],
    mayLose: false,
    close,
  };
}

/** Less than a command in trouble would wait for otherwise. */
const impatient = { create: "3s", update: "3s", delete: "3s" };

/** Writes the program of a command; one that is impatient does not wait for long. */
export function writeProgram(scene: Scene, declared: readonly Declared[], isImpatient: boolean): void {
  const options = isImpatient ? { customTimeouts: impatient } : {};
  const resources = declared.map((each) => [
    rowOf(scene.place, each.letter),
    { type: each.kind, inputs: inputsOf(scene.place, each), options },
  ]);
  scene.stack.write(declaredPrograms[scene.setting.program](Object.fromEntries(resources)));
}
