import fc from "fast-check";
import type { Fault, FaultAction } from "../../../emulator/faults/fault";
import type { PlatformOptions } from "../../../emulator/options";

/** The project of the platform and of virtual clusters. */
export const project = "fuzz";

/** Kinds in a program. */
export type Kind = "SpaceTemplate" | "OwnedAccessKey" | "VirtualClusterImport";

/** A resource of a program; its letter and its kind are the same in all programs of a sequence. */
export interface Declared {
  letter: string;
  kind: Kind;
  inputs: Record<string, unknown>;
}

/** The name of a resource and the prefix of its objects. */
export const prefixOf = (letter: string): string => `fuzz-${letter}`;

/** All edits by another client. */
const edits = [
  "add a label",
  "add an annotation",
  "set a field that no program declares",
  "set displayName",
  "set description",
  "set the label env",
  "add a finalizer",
  "remove the finalizers",
  "delete",
  "recreate",
  "disable the key",
  "replace the key",
  "create beside it",
  "create under its name",
] as const;

/** An edit by another client of the object of a resource. */
export interface Edit {
  letter: string;
  kind: Kind;
  what: (typeof edits)[number];
}

/** An event during a command, after so many of its requests (of one method only, if given). */
export interface Interruption {
  after: number;
  method?: string | undefined;
  /** Before the platform gets the request, before its response, or after its response. */
  moment: "before" | "landed" | "answered";
  does: Edit | "kill the provider" | "kill the engine";
}

/** A command with faults, or an edit between commands. An `up` deletes omitted resources. */
export type Step =
  | { do: "up"; program: Declared[]; faults: Fault[]; interruption?: Interruption | undefined }
  | { do: "refresh"; faults: Fault[]; interruption?: Interruption | undefined }
  | { do: "edit"; edit: Edit };

/** The steps of a stack, and the last program, which is deployed without faults. */
export interface Sequence {
  server: PlatformOptions;
  steps: Step[];
  last: Declared[];
}

type Slot = Pick<Declared, "letter" | "kind"> & { isNamed: boolean };

const letters = "abcdefghijklm";
const texts = ["ours-1", "ours-2", "ours-3"];
const slot = (...kinds: Kind[]) => fc.record({ kind: fc.constantFrom(...kinds), isNamed: fc.boolean() });
const anySlot = slot("SpaceTemplate", "SpaceTemplate", "OwnedAccessKey", "OwnedAccessKey", "VirtualClusterImport");

/** Enough of one kind for a refresh to read them from a list. */
const crowd = fc
  .constantFrom<Kind>("SpaceTemplate", "SpaceTemplate", "OwnedAccessKey")
  .chain((kind) => fc.array(slot(kind), { minLength: 10, maxLength: letters.length }));

const slots: fc.Arbitrary<Slot[]> = fc
  .oneof({ weight: 7, arbitrary: fc.array(anySlot, { minLength: 1, maxLength: 4 }) }, { weight: 1, arbitrary: crowd })
  .map((some) => some.map((each, index) => ({ ...each, letter: letters[index] as string })));

const perhaps = <T>(...values: T[]) => fc.constantFrom<T | undefined>(undefined, ...values);

/** Mostly equal, since every change replaces the object. */
const mostlyFirst = fc.constantFrom("1", "1", "1", "1", "2");

const common = {
  displayName: perhaps(...texts),
  description: perhaps(...texts),
  labels: perhaps(...texts.map((env) => ({ env }))),
  conflictPolicy: perhaps("merge", "overwrite", "fail"),
};

function inputsOf({ letter, kind, isNamed }: Slot): fc.Arbitrary<object> {
  const name = fc.constant(isNamed ? prefixOf(letter) : undefined);
  if (kind === "SpaceTemplate") return fc.record({ name, ...common });
  if (kind === "OwnedAccessKey") {
    return fc.record({
      name,
      ...common,
      user: mostlyFirst.map((number) => `user-${number}`),
      key: perhaps(...["1", "2"].map((number) => `supplied-key-${letter}-${number}-of-the-program`)),
      disabled: perhaps(false, true),
      rotationTriggers: mostlyFirst.map((round) => ({ round })),
    });
  }
  const source = mostlyFirst.map((number) => ({
    cluster: "c1",
    namespace: "vc",
    name: `source-${number}`,
    importName: `${prefixOf(letter)}-${number}`,
  }));
  const deletionPolicy = perhaps("retain", "delete");
  return fc.record({ project: fc.constant(project), sourceVirtualCluster: source, deletionPolicy });
}

/** Each resource is declared in seven of eight programs. */
const program = (all: Slot[]): fc.Arbitrary<Declared[]> =>
  fc.tuple(...all.map((each) => fc.tuple(inputsOf(each), fc.nat(7)))).map((some) =>
    some.flatMap(([inputs, roll], index) => {
      const { letter, kind } = all[index] as Slot;
      return roll > 0 ? [{ letter, kind, inputs: JSON.parse(JSON.stringify(inputs)) }] : [];
    }),
  );

/** Longer than the timeout of an impatient command on the real engine. */
export const longestDelayMs = 3500;

/** Lost, refused and delayed responses. */
const actions: readonly FaultAction[] = [
  ...(["reset-before", "reset-after", "reset-after", "truncate", "html"] as const),
  ...[401, 403, 404, 415, 500, 502, 503, 504].map((status) => ({ status })),
  { status: 429, retryAfter: 0 },
  ...[20, longestDelayMs].map((delayMs) => ({ delayMs })),
];

/** The engine's order decides which object a fault hits. Imports are created as another kind. */
const fault = (all: Slot[]): fc.Arbitrary<Fault> =>
  fc
    .record({
      slot: fc.constantFrom(...all),
      verb: fc.constantFrom("create", "create", "get", "patch", "patch", "delete"),
      times: fc.constantFrom(1, 1, 2),
      action: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...actions) },
        { weight: 1, arbitrary: fc.constant<FaultAction>("conflict") },
      ),
    })
    // Only a write meets a conflict.
    .filter(({ verb, action }) => verb !== "get" || action !== "conflict")
    .map(({ slot: { kind }, verb, ...rest }) => {
      const importKind = verb === "create" ? "ProjectImportVirtualCluster" : "VirtualClusterInstance";
      return { ...rest, verb, kind: kind === "VirtualClusterImport" ? importKind : kind } as Fault;
    });

const edit = (all: Slot[], whats: readonly Edit["what"][] = edits): fc.Arbitrary<Edit> =>
  fc
    .record({ slot: fc.constantFrom(...all), what: fc.constantFrom(...whats) })
    .map(({ slot: { letter, kind }, what }) => ({ letter, kind, what }));

/** Edits that race with an update of the same field, or with an update of a former object. */
const races: readonly Edit["what"][] = ["set displayName", "set description", "set the label env", "recreate"];
const kills = ["kill the provider", "kill the provider", "kill the engine"] as const;

const interruption = (all: Slot[], hasKills: boolean): fc.Arbitrary<Interruption> => {
  const moment = fc.constantFrom<Interruption["moment"]>("before", "landed", "answered");
  const does = hasKills ? fc.constantFrom(...kills) : fc.oneof(edit(all), edit(all, races));
  return fc.oneof(
    fc.record({ after: fc.nat(7), moment, does }),
    fc.record({
      after: fc.constantFrom(0, 0, 1),
      method: fc.constantFrom("POST", "PATCH", "DELETE"),
      moment,
      does,
    }),
    // Between the read and the write of an update.
    fc.record({
      after: fc.constant(0),
      method: fc.constant("PATCH" as const),
      moment: fc.constant("before" as const),
      does,
    }),
  );
};

/** Any steps, of which the first is an `up`. */
function stepsOf(all: Slot[], longest: number, hasKills: boolean): fc.Arbitrary<Step[]> {
  const trouble = {
    faults: fc.array(fault(all), { maxLength: 3 }),
    interruption: fc.option(interruption(all, hasKills), { nil: undefined, freq: 2 }),
  };
  const up: fc.Arbitrary<Step> = fc.record({ do: fc.constant("up" as const), program: program(all), ...trouble });
  const refresh: fc.Arbitrary<Step> = fc.record({ do: fc.constant("refresh" as const), ...trouble });
  const between: fc.Arbitrary<Step> = fc.record({ do: fc.constant("edit" as const), edit: edit(all) });
  const step = fc.oneof(
    { weight: 4, arbitrary: up },
    { weight: 1, arbitrary: refresh },
    { weight: 3, arbitrary: between },
  );
  return fc
    .tuple(up, fc.array(step, { minLength: 1, maxLength: longest - 1 }))
    .map(([first, more]) => [first, ...more]);
}

const servers: readonly PlatformOptions[] = [{}, { hideKeys: true }, { omitEmpty: true }];

/** The sequence of a seed; one in eight begins with a foreign object under a declared name. */
export function sequenceOf(seed: number, longest: number, hasKills: boolean): Sequence {
  const any = slots.chain((all) => fc.record({ steps: stepsOf(all, longest, hasKills), last: program(all) }));
  // Neighboring seeds must give different sequences. With bias, they begin with simple values.
  const [drawn] = fc.sample(fc.noBias(any), { seed: Math.imul(seed, 0x9e3779b1), numRuns: 1 });
  const server = servers[seed % servers.length] ?? {};
  const { steps, last } = { ...(drawn as Omit<Sequence, "server">) };
  const started = seed % 8 === 0 ? [...foreignFirst(steps), ...steps] : steps;
  return server.hideKeys ? { server, ...withVisibleKeys(started, last) } : { server, steps: started, last };
}

function foreignFirst(steps: Step[]): Step[] {
  const declared = steps.flatMap((step) => (step.do === "up" ? step.program : []));
  const named = declared.find(({ inputs }) => inputs.name !== undefined);
  return named ? [{ do: "edit", edit: { letter: named.letter, kind: named.kind, what: "create under its name" } }] : [];
}

/** Drops key values that a server with hidden keys cannot show (docs/rotate-ci-keys.md). */
function withVisibleKeys(steps: Step[], last: Declared[]): Omit<Sequence, "server"> {
  const isHidden = (does: unknown) => ["replace the key", "recreate"].includes((does as Partial<Edit>)?.what ?? "");
  const shown = steps.filter((step) => !isHidden(step.do === "edit" ? step.edit : step.interruption?.does));
  const isKilled = steps.some((step) => step.do !== "edit" && typeof step.interruption?.does === "string");
  if (!isKilled) return { steps: shown, last };
  const withLastKey = (each: Declared): Declared => {
    const end = last.find(({ letter }) => letter === each.letter) ?? each;
    const { key: _key, ...inputs } = each.inputs;
    return { ...each, inputs: end.inputs.key === undefined ? inputs : { ...inputs, key: end.inputs.key } };
  };
  const changed = (step: Step) => (step.do === "up" ? { ...step, program: step.program.map(withLastKey) } : step);
  return { steps: shown.map(changed), last };
}
