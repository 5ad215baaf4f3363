import fc from "fast-check";
import type { Fault } from "../../../emulator/faults/fault";
import { statusWithKey } from "../../support/http";
import { keyPrograms } from "../../support/keyPrograms";
import type { ProgramKind } from "../../support/project";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { noAnswer, refused } from "./exactlyOne/plan";

const plural = "ownedaccesskeys";
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const limitMs = 300_000;

interface Run {
  program: ProgramKind;
  keysPerStack: number;
  hideKeys: boolean;
  isRefreshed: boolean;
}

/** Fewer keys for dynamic resources, whose commands take longer. */
const runs: readonly Run[] = [
  { program: "yaml", keysPerStack: 25, hideKeys: false, isRefreshed: false },
  { program: "yaml", keysPerStack: 25, hideKeys: true, isRefreshed: true },
  { program: "typescript", keysPerStack: 8, hideKeys: true, isRefreshed: true },
];

/** Half of the keys are supplied, half have a fixed name, and a quarter has both. */
const inputsOf = (index: number) => ({
  user: "ci",
  ...(index % 2 && { name: `k${index}-fixed` }),
  ...(index % 4 < 2 && { key: `supplied-key-${index}` }),
});

const numbersOf = ({ keysPerStack }: Run) => Array.from({ length: keysPerStack }, (_, index) => index);
const programOf = (run: Run, options: Record<string, unknown>) =>
  keyPrograms[run.program](
    Object.fromEntries(numbersOf(run).map((index) => [`k${index}`, { inputs: inputsOf(index), options }])),
  );
const impatient = { customTimeouts: { create: "2s", update: "2s" } };

/** Longer than a command's timeout. */
const tooLate = fc.constant({ delayMs: 3000 });

/** The order of the engine decides which key a fault hits. */
const faultsOf = (verb: "create" | "get" | "delete", length: number): fc.Arbitrary<Fault[]> =>
  fc.array(
    fc.oneof(noAnswer, tooLate, refused).map((action): Fault => ({ verb, kind: "OwnedAccessKey", action })),
    { minLength: length, maxLength: length },
  );
const anyFaults = ({ keysPerStack }: Run) =>
  fc
    .tuple(
      faultsOf("create", keysPerStack),
      faultsOf("get", keysPerStack),
      faultsOf("delete", Math.ceil(keysPerStack / 5)),
    )
    .map((faults) => faults.flat());

test.each(runs)(
  "up after lost, late, cut and refused answers leaves one key per resource, which the state holds: %p",
  async (run) => {
    const platform = await startRecorded({ hideKeys: run.hideKeys });
    const stack = await createStack({
      program: run.program,
      typecheck: false,
      source: programOf(run, impatient),
      env: { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey },
    });
    for (const faults of fc.sample(anyFaults(run), { seed, numRuns: 2 })) {
      platform.faults.clear();
      for (const fault of faults) platform.faults.add(fault);
      await stack.up(["--skip-preview"], { expectSuccess: false });
      if (run.isRefreshed) await stack.refresh(["--skip-preview"], { expectSuccess: false });
    }
    platform.faults.clear();
    stack.write(programOf(run, {}));
    await stack.up(["--skip-preview"]);

    expect({ seed, problems: await problemsOf(run, stack, platform) }).toEqual({ seed, problems: [] });
    const { deployment } = await stack.exportState();
    const ids = deployment.resources?.flatMap(({ id, type }) => (type.endsWith(":OwnedAccessKey") ? [id] : []));
    const names = platform.store.list(plural).map(({ metadata }) => metadata.name);
    expect(ids?.sort()).toEqual(names.sort());
    expect(JSON.stringify(deployment)).not.toContain("__createNonce");
    stack.dispose();
    await platform.close();
  },
  limitMs,
);

/** Resources without exactly one object, and keys in the state that are not valid. */
async function problemsOf(run: Run, stack: Stack, platform: RecordedPlatform): Promise<string[]> {
  const keys = await stack.outputs({ showSecrets: true });
  const problems: string[] = [];
  for (const index of numbersOf(run)) {
    const found = platform.store.list(plural).filter(({ metadata }) => metadata.name.startsWith(`k${index}-`));
    if (found.length !== 1) problems.push(`k${index}: ${found.length} objects`);
    const status = await statusWithKey(platform, String(keys[`k${index}`]));
    if (status !== 200) problems.push(`k${index}: its key is answered ${status}`);
  }
  return problems;
}
