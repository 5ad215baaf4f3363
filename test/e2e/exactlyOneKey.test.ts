import fc from "fast-check";
import type { Fault } from "../../emulator/faults/fault";
import { noAnswer, refused } from "../provider/faces/exactlyOne/plan";
import { statusWithKey } from "../support/http";
import { createStack } from "../support/stack";
import { startRecorded } from "../support/startRecorded";

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const keysPerStack = 25;
const limitMs = 300_000;

/** Half of the keys are supplied, half have a fixed name, and a quarter has both. */
const resourceOf = (index: number, timeouts: string) => `
  k${index}:
    type: platform:index:OwnedAccessKey
    properties:
      user: ci
${index % 2 ? `      name: k${index}-fixed\n` : ""}${index % 4 < 2 ? `      key: supplied-key-${index}\n` : ""}    options: { ${timeouts} }`;

const numbers = Array.from({ length: keysPerStack }, (_, index) => index);
const programOf = (timeouts: string) => `
resources:${numbers.map((index) => resourceOf(index, timeouts)).join("")}
outputs:
${numbers.map((index) => `  k${index}: \${k${index}.key}`).join("\n")}
`;
const impatient = "customTimeouts: { create: 2s, update: 2s }";

/** Later than a command waits. */
const tooLate = fc.constant({ delayMs: 3000 });

/** Which key a fault hits is up to the order in which the engine goes. */
const faultsOf = (verb: "create" | "get" | "delete", length: number): fc.Arbitrary<Fault[]> =>
  fc.array(
    fc.oneof(noAnswer, tooLate, refused).map((action): Fault => ({ verb, kind: "OwnedAccessKey", action })),
    { minLength: length, maxLength: length },
  );
const anyFaults = fc
  .tuple(faultsOf("create", keysPerStack), faultsOf("get", keysPerStack), faultsOf("delete", 5))
  .map((faults) => faults.flat());

test.each([
  { hideKeys: false, isRefreshed: false },
  { hideKeys: true, isRefreshed: true },
])(
  "up after lost, late, cut and refused answers leaves one key per resource, which the state holds: %p",
  async ({ hideKeys, isRefreshed }) => {
    const platform = await startRecorded({ hideKeys });
    const stack = await createStack({
      program: "yaml",
      source: programOf(impatient),
      env: { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey },
    });
    const [first = [], second = []] = fc.sample(anyFaults, { seed, numRuns: 2 });
    for (const faults of [first, second]) {
      platform.faults.clear();
      for (const fault of faults) platform.faults.add(fault);
      await stack.up(["--skip-preview"], { expectSuccess: false });
      if (isRefreshed) await stack.refresh(["--skip-preview"], { expectSuccess: false });
    }
    platform.faults.clear();
    stack.write(programOf(""));
    await stack.up(["--skip-preview"]);

    const keys = await stack.outputs({ showSecrets: true });
    const problems: string[] = [];
    for (const index of numbers) {
      const found = platform.store
        .list("ownedaccesskeys")
        .filter(({ metadata }) => metadata.name.startsWith(`k${index}-`));
      if (found.length !== 1) problems.push(`k${index}: ${found.length} objects`);
      const status = await statusWithKey(platform, String(keys[`k${index}`]));
      if (status !== 200) problems.push(`k${index}: its key is answered ${status}`);
    }
    expect({ seed, problems }).toEqual({ seed, problems: [] });
    const { deployment } = await stack.exportState();
    const ids = deployment.resources?.flatMap(({ id, type }) => (type.endsWith(":OwnedAccessKey") ? [id] : []));
    expect(ids?.sort()).toEqual(
      platform.store
        .list("ownedaccesskeys")
        .map(({ metadata }) => metadata.name)
        .sort(),
    );
    expect(JSON.stringify(deployment)).not.toContain("__createNonces");
    stack.dispose();
    await platform.close();
  },
  limitMs,
);
