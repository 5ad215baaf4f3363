import type { PlatformOptions } from "../../../../../emulator/platformOptions";
import { declaredPrograms } from "../../../../support/declaredPrograms";
import { dynamic, plugin } from "../../../../support/kills/face";
import type { ProgramKind } from "../../../../support/project";
import { createStack, type Stack } from "../../../../support/stack";
import { startRecorded } from "../../../../support/startRecorded";
import { Colleague } from "../colleague";
import { type Held, inputsOf, type Place, rowOf } from "../objects";
import { startPassage } from "../passage";
import { type Declared, type Kind, type Sequence, slotsOf } from "../sequence";

/** The adapter and the server of a sequence. */
export interface Setting {
  program: ProgramKind;
  server: PlatformOptions;
}

/** Counts of commands and of events during them, all zero. */
export const emptyTally = () => ({
  sequences: 0,
  commands: 0,
  failedCommands: 0,
  requests: 0,
  edits: 0,
  faultsHit: 0,
  providersKilled: 0,
  enginesKilled: 0,
  /** Engines that were killed while they wrote the attributes of their state. */
  statesMended: 0,
  /** Objects that `pulumi-platform orphans` named; of those, imported and deleted ones. */
  orphans: 0,
  imported: 0,
  deleted: 0,
});

/** Counts over all sequences. */
export type Tally = ReturnType<typeof emptyTally>;

/** A stack of the real engine, its platform, the passage between them, and another client. */
export type Scene = Awaited<ReturnType<typeof setScene>>;

const faces = { yaml: plugin, typescript: dynamic };

const place: Place = { prefix: "fuzz", project: "fuzz" };

/** Starts a platform and an empty stack for a sequence. */
export async function setScene(setting: Setting, sequence: Sequence, tally: Tally) {
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
  const colleague = new Colleague(platform, place, slotsOf(sequence));
  return {
    setting,
    tally,
    face: faces[program],
    place,
    platform,
    passage,
    stack,
    colleague,
    /** All output for the user. */
    said: [] as string[],
    /** After a kill or a denied object, an object may be lost or its name taken. */
    mayLose: false,
    close,
  };
}

/** Shorter than the default timeouts. */
const impatient = { create: "3s", update: "3s", delete: "3s" };

/** Writes the program of a command, with short timeouts if `isImpatient`. */
export function writeProgram(scene: Scene, declared: readonly Declared[], isImpatient: boolean): void {
  const options = isImpatient ? { customTimeouts: impatient } : {};
  const resources = declared.map((each) => [
    rowOf(scene.place, each.letter),
    { type: each.kind, inputs: inputsOf(scene.place, each), options },
  ]);
  scene.stack.write(declaredPrograms[scene.setting.program](Object.fromEntries(resources)));
}

interface Entry {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: { uid?: unknown; key?: unknown };
  delete?: boolean;
  pendingReplacement?: boolean;
}

/** The exported state with secrets. */
export async function exported(stack: Stack): Promise<string> {
  return (await stack.pulumi(["stack", "export", "--show-secrets"])).stdout;
}

/** The resources of an exported state. */
export const stateIn = (text: string, place: Place): Held[] => heldIn(JSON.parse(text).deployment.resources, place);

/** The state file, without secrets: an export would take as long as a command. */
export function stateOnDisk(stack: Stack, place: Place): Held[] {
  return heldIn(JSON.parse(stack.rawStateFile()).checkpoint.latest?.resources, place);
}

const typePattern = /:(SpaceTemplate|OwnedAccessKey|VirtualClusterImport)$/;

function heldIn(entries: readonly Entry[] | undefined, place: Place): Held[] {
  return (entries ?? []).flatMap((entry) => {
    const kind = typePattern.exec(entry.type)?.[1] as Kind | undefined;
    return kind === undefined ? [] : [heldOf(entry, kind, place)];
  });
}

function heldOf({ urn, id, inputs = {}, outputs = {}, ...flags }: Entry, kind: Kind, place: Place): Held {
  const uid = plain(outputs.uid);
  const key = plain(outputs.key);
  return {
    letter: (urn.split("::").at(-1) ?? "").slice(rowOf(place, "").length),
    kind,
    id: String(id ?? ""),
    uid: typeof uid === "string" ? uid : undefined,
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, plain(value)])),
    key: typeof key === "string" ? key : undefined,
    isReplaced: Boolean(flags.delete || flags.pendingReplacement),
  };
}

/** A secret in an exported state is an object with its value as JSON. */
function plain(value: unknown): unknown {
  const text = (value as { plaintext?: unknown } | null | undefined)?.plaintext;
  return typeof text === "string" ? JSON.parse(text) : value;
}
