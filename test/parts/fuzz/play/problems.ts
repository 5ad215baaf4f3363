import type { RunningPlatform } from "../../../../emulator/platform";
import { statusWithKey } from "../../../support/http";
import type { RecordedPlatform } from "../../../support/startRecorded";
import type { Colleague } from "./colleague";
import { type Found, type Held, inputsOf, isAt, objectsAt, type Place, valueIn } from "./objects";
import type { Declared } from "./sequence";

/** The situation after a command. */
export interface Standing {
  platform: RecordedPlatform;
  place: Place;
  colleague: Colleague;
  state: readonly Held[];
  /** uids of the objects that `pulumi-platform orphans` names. */
  orphans: readonly string[];
  /** All output for the user so far. */
  said: readonly string[];
}

/** Violations of the rules that hold after every command. */
export function problemsOnTheWay(standing: Standing): string[] {
  const { colleague, state } = standing;
  return [...colleague.problems(state), ...unaccounted(standing), ...secretsSaid(standing)];
}

/** Violations after the last command, which met no fault: each declared object exists once, and keys work. */
export async function problemsInTheEnd(standing: Standing, program: readonly Declared[]): Promise<string[]> {
  const problems = problemsOnTheWay(standing);
  for (const declared of program) problems.push(...(await problemsOf(standing, declared)));
  const isDeclared = ({ letter, isReplaced }: Held) => !isReplaced && program.some((each) => each.letter === letter);
  for (const held of standing.state)
    if (!isDeclared(held)) problems.push(`the state still holds ${held.letter}, ${held.id}`);
  return problems;
}

/** Objects that are unknown to the state, the orphans and the colleague. */
function unaccounted({ platform, place, colleague, state, orphans }: Standing): string[] {
  const isKnown = (found: Found) =>
    orphans.includes(found.uid) ||
    colleague.strangers.has(found.uid) ||
    // Documented: a deleted import retains its virtual cluster, and a killed import leaves no label.
    found.kind === "VirtualClusterImport" ||
    state.some(
      ({ uid, id, kind }) => uid === found.uid || (uid === undefined && kind === found.kind && id === found.name),
    );
  const unknown = objectsAt(platform, place).filter((each) => !isKnown(each));
  return unknown.map(({ path, uid }) => `nobody knows ${path}, ${uid}`);
}

function secretsSaid(standing: Standing): string[] {
  return [...secretsOf(standing)].flatMap((secret) => saidIn(secret, standing.said));
}

/** Secrets in a state and in the present objects. */
export function secretsOf({ platform, place, state }: Omit<Standing, "said">): Set<string> {
  const stored = objectsAt(platform, place).map(({ object }) => valueIn(object, ["spec", "key"]));
  const declared = state.flatMap(({ inputs, key }) => [inputs.key, key]);
  const isSecret = (value: unknown): value is string => typeof value === "string" && value !== "";
  return new Set([platform.accessKey, ...stored, ...declared].filter(isSecret));
}

/** The texts that contain a secret. */
export const saidIn = (secret: string, texts: readonly string[]): string[] =>
  texts.filter((text) => text.includes(secret)).map((text) => `a secret was said: ${text}`);

async function problemsOf(standing: Standing, declared: Declared): Promise<string[]> {
  const { platform, place, colleague, state } = standing;
  const { letter, kind } = declared;
  const held = state.filter((each) => each.letter === letter);
  const known = new Set(colleague.strangers.keys());
  const there = objectsAt(platform, place).filter((each) => isAt(place, letter, each) && !known.has(each.uid));
  const ours = there.filter(({ uid }) => held.some((each) => each.uid === uid));
  // A deleted import retains its virtual cluster.
  const count = kind === "VirtualClusterImport" ? ours.length : there.length;
  if (held.length !== 1 || count !== 1 || ours.length !== 1) {
    return [`${letter}: ${held.length} in the state, ${count} on the platform, ${ours.length} in both`];
  }
  const differing = differences(ours[0] as Found, declared, place).map((text) => `${letter}: ${text}`);
  const isWorking = kind !== "OwnedAccessKey" || (await keyProblem(platform, held[0] as Held, declared));
  return isWorking === true ? differing : [...differing, `${letter}: ${isWorking}`];
}

/** Inputs and their paths in an object. */
const fields = [
  { input: ["displayName"], path: ["spec", "displayName"], isOptional: true },
  { input: ["description"], path: ["spec", "description"], isOptional: true },
  { input: ["disabled"], path: ["spec", "disabled"], isOptional: true },
  { input: ["labels", "env"], path: ["metadata", "labels", "env"], isOptional: true },
  { input: ["user"], path: ["spec", "user"], isOptional: false },
  { input: ["key"], path: ["spec", "key"], isOptional: false },
];

/** Declared fields with another value in the object. Servers omit false. */
function differences({ object }: Found, declared: Declared, place: Place): string[] {
  const inputs = inputsOf(place, declared);
  return fields
    .map(({ input, path }) => ({ input, wanted: valueIn(inputs, input), is: valueIn(object, path) }))
    .filter(({ wanted, is }) => wanted !== undefined && wanted !== (is ?? (wanted === false ? false : is)))
    .map(({ input, wanted, is }) => `${input.join(".")} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(is)}`);
}

async function keyProblem(platform: RecordedPlatform, { key }: Held, { disabled }: Declared): Promise<true | string> {
  if (!key) return "the state holds no key";
  const status = await statusWithKey(platform, key);
  return status === (disabled ? 401 : 200) || `its key is answered ${status}`;
}

/** A stack before and after an `up`. */
export interface Passed {
  platform: RunningPlatform;
  place: Place;
  colleague: Colleague;
  before: readonly Held[];
  after: readonly Held[];
}

/** Fields that the program removed and the object still has, unless others wrote them. Lost writes are in no state. */
export function takenOutProblems({ platform, place, colleague, before, after }: Passed): string[] {
  const objects = objectsAt(platform, place);
  return before.flatMap(({ uid, inputs }) => {
    const now = after.find((each) => each.uid === uid && !each.isReplaced);
    const found = objects.find((each) => each.uid === uid);
    if (uid === undefined || !now || !found) return [];
    return fields
      .filter(({ input, isOptional }) => isOptional && isDeclared(inputs, input) && !isDeclared(now.inputs, input))
      .map(({ path }) => ({ path, is: valueIn(found.object, path) }))
      .filter(({ path, is }) => isThere(is) && !colleague.wrote(uid, path, is))
      .map(
        ({ path, is }) => `${found.path}: ${path.join(".")} was taken out of the program, and is ${JSON.stringify(is)}`,
      );
  });
}

/** Servers and the provider treat false as absent. */
const isThere = (value: unknown) => value !== undefined && value !== false;

const isDeclared = (inputs: unknown, input: readonly string[]) => isThere(valueIn(inputs, input));
