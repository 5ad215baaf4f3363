import type { RunningPlatform } from "../../../emulator/platform";
import { statusWithKey } from "../../support/http";
import type { RecordedPlatform } from "../../support/startRecorded";
import type { Declared } from "./anySequence";
import { type Found, type Held, isOf, objectsOn, valueIn } from "./objects";
import type { OtherClient } from "./otherClient";

/** The situation after a command. */
export interface Situation {
  platform: RecordedPlatform;
  other: OtherClient;
  state: readonly Held[];
  /** uids of the objects that `pulumi-vcluster-platform orphans` names. */
  orphans: readonly string[];
  /** All output for the user so far, and the secrets that it must not contain. */
  output: readonly string[];
  secrets: readonly string[];
}

/** Violations of the rules that hold after every command. */
export function problemsBetween(situation: Situation): string[] {
  const { platform, other, state, orphans, output, secrets } = situation;
  const isKnown = (found: Found) =>
    orphans.includes(found.uid) ||
    other.foreign.has(found.uid) ||
    // Documented: a deleted import keeps its virtual cluster; a killed import leaves no label.
    found.kind === "VirtualClusterImport" ||
    state.some(
      ({ uid, id, kind }) => uid === found.uid || (uid === undefined && kind === found.kind && id === found.name),
    );
  const unknown = objectsOn(platform).filter((each) => !isKnown(each));
  return [
    ...other.problems(state),
    ...unknown.map(({ path, uid }) => `unknown object ${path}, ${uid}`),
    ...output.filter((text) => secrets.some((each) => text.includes(each))).map((text) => `a secret in: ${text}`),
  ];
}

/** Violations after a last command without faults: each object must exist once, keys must work. */
export async function problemsAtEnd(situation: Situation, program: readonly Declared[]): Promise<string[]> {
  const problems = problemsBetween(situation);
  for (const declared of program) problems.push(...(await problemsOf(situation, declared)));
  const isDeclared = ({ letter, isReplaced }: Held) => !isReplaced && program.some((each) => each.letter === letter);
  for (const held of situation.state)
    if (!isDeclared(held)) problems.push(`the state still holds ${held.letter}, ${held.id}`);
  return problems;
}

/** Secrets in a state and in the present objects. */
export function secretsOf(platform: RunningPlatform, state: readonly Held[]): string[] {
  const stored = objectsOn(platform).map(({ object }) => valueIn(object, ["spec", "key"]));
  const declared = state.flatMap(({ inputs, key }) => [inputs.key, key]);
  const isSecret = (value: unknown): value is string => typeof value === "string" && value !== "";
  return [platform.accessKey, ...stored, ...declared].filter(isSecret);
}

async function problemsOf({ platform, other, state }: Situation, { letter, kind, inputs }: Declared) {
  const held = state.filter((each) => each.letter === letter);
  const existing = objectsOn(platform).filter((each) => isOf(letter, each) && !other.foreign.has(each.uid));
  const ours = existing.filter(({ uid }) => held.some((each) => each.uid === uid));
  // A deleted import retains its virtual cluster.
  const count = kind === "VirtualClusterImport" ? ours.length : existing.length;
  if (held.length !== 1 || count !== 1 || ours.length !== 1) {
    return [`${letter}: ${held.length} in the state, ${count} on the platform, ${ours.length} in both`];
  }
  const problems = differences(ours[0] as Found, inputs);
  if (kind === "OwnedAccessKey") problems.push(...(await keyProblems(platform, held[0] as Held, inputs.disabled)));
  return problems.map((text) => `${letter}: ${text}`);
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
const differences = ({ object }: Found, inputs: Declared["inputs"]): string[] =>
  fields
    .map(({ input, path }) => ({ input, wanted: valueIn(inputs, input), is: valueIn(object, path) }))
    .filter(({ wanted, is }) => wanted !== undefined && wanted !== (is ?? (wanted === false ? false : is)))
    .map(({ input, wanted, is }) => `${input.join(".")} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(is)}`);

async function keyProblems(platform: RecordedPlatform, { key }: Held, isDisabled: unknown): Promise<string[]> {
  if (!key) return ["the state holds no key"];
  const status = await statusWithKey(platform, key);
  return status === (isDisabled ? 401 : 200) ? [] : [`its key is answered ${status}`];
}

/** Fields that an `up` removed from the state only, unless another client wrote them. */
export function removedFieldProblems(
  platform: RunningPlatform,
  other: OtherClient,
  before: readonly Held[],
  after: readonly Held[],
): string[] {
  const objects = objectsOn(platform);
  return before.flatMap(({ uid, inputs }) => {
    const now = after.find((each) => each.uid === uid && !each.isReplaced);
    const found = objects.find((each) => each.uid === uid);
    if (uid === undefined || !now || !found) return [];
    return fields
      .filter(
        ({ input, isOptional }) => isOptional && isSet(valueIn(inputs, input)) && !isSet(valueIn(now.inputs, input)),
      )
      .map(({ path }) => ({ path, is: valueIn(found.object, path) }))
      .filter(({ path, is }) => isSet(is) && !other.wrote(uid, path, is))
      .map(
        ({ path, is }) => `${found.path}: ${path.join(".")} was removed from the program, and is ${JSON.stringify(is)}`,
      );
  });
}

/** Servers and the provider treat false as absent. */
const isSet = (value: unknown) => value !== undefined && value !== false;
