import fc from "fast-check";
import { startRecorded } from "../../../../support/startRecorded";
import { startDynamicFace, startPluginFace } from "../../../faults/matrix/startFace";
import { startMutator } from "../startMutator";
import { anyMutation } from "./anyMutation";
import { type Case, runCase } from "./runCase";
import { kinds, type Operation, type Type, type World } from "./world";

/** Changed responses on each face. */
const runs = 1500;

/** Operations, and the methods whose responses change; important ones twice. */
const targets: readonly (readonly [Operation, string])[] = [
  ...(["create", "create", "update", "replace", "delete", "read", "list", "import"] as const).map(
    (operation) => [operation, "GET"] as const,
  ),
  ...(["POST", "POST", "DELETE"] as const).map((method) => ["create", method] as const),
  ["update", "PATCH"],
  ["replace", "PUT"],
  ["delete", "DELETE"],
];

const cases: fc.Arbitrary<Case> = fc
  .record({
    type: fc.constantFrom(...(Object.keys(kinds) as Type[])),
    target: fc.constantFrom(...targets),
    times: fc.constantFrom(1, 1, 1000),
    mutation: anyMutation,
  })
  .map(({ target: [operation, method], ...rest }) => ({ ...rest, operation, method }));

describe.each<[string, typeof startDynamicFace]>([
  ["the plugin", (settings) => startPluginFace(settings, {})],
  ["the dynamic provider", startDynamicFace],
])("%s", (_, start) => {
  let world: World;

  beforeAll(async () => {
    const platform = await startRecorded({ projects: ["web"] });
    const mutator = await startMutator(platform.baseUrl);
    world = { platform, mutator, face: await start({ baseUrl: mutator.baseUrl, accessKey: platform.accessKey }) };
  });
  afterAll(async () => {
    await world?.face.close();
    world?.mutator.close();
    await world?.platform.close();
  });

  test("an operation on any changed response succeeds or fails with an error of ours, and the next run repairs it", async () => {
    const outcomes = { ok: 0, error: 0, "not hit": 0 };
    const property = fc.asyncProperty(cases, async (tried) => {
      outcomes[await runCase(world, tried)]++;
    });
    // A failing case takes seconds, and a smaller one shows little more.
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
    process.stdout.write(`Changed responses: ${JSON.stringify(outcomes)}\n`);
    expect(outcomes.error).toBeGreaterThan(0);
  }, 3_600_000);
});
