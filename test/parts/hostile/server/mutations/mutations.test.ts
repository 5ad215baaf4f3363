import fc from "fast-check";
import { mutatedAnswers } from "../../../../../scripts/testing/effort.js";
import { startRecorded } from "../../../../support/startRecorded";
import { type Face, startDynamicFace, startPluginFace } from "../../../faults/matrix/startFace";
import { startMutator } from "../startMutator";
import { anyMutation } from "./anyMutation";
import { type Case, runCase } from "./runCase";
import { kinds, type Operation, type Type, type World } from "./world";

jest.setTimeout(3_600_000);

/** Which operations are tried on which answers; one is named twice where much depends on it. */
const targets: readonly (readonly [Operation, string])[] = [
  ...(["create", "create", "update", "replace", "delete", "read"] as const).map((each) => [each, "GET"] as const),
  ...([
    ["create", "POST"],
    ["create", "POST"],
    ["create", "DELETE"],
    ["update", "PATCH"],
  ] as const),
  ...([
    ["replace", "PUT"],
    ["delete", "DELETE"],
    ["list", "GET"],
    ["import", "GET"],
  ] as const),
];

const cases: fc.Arbitrary<Case> = fc
  .record({
    type: fc.constantFrom(...(Object.keys(kinds) as Type[])),
    target: fc.constantFrom(...targets),
    times: fc.constantFrom(1, 1, 1000),
    mutation: anyMutation,
  })
  .map(({ target: [operation, method], ...rest }) => ({ ...rest, operation, method }));

describe.each<[string, (settings: Record<string, string>) => Promise<Face>]>([
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

  test("whatever an answer has in any place, an operation ends in success or in our words, and the next run mends the rest", async () => {
    const outcomes = { ok: 0, error: 0, "not hit": 0 };
    const property = fc.asyncProperty(cases, async (tried) => {
      outcomes[await runCase(world, tried)]++;
    });
    // A case that fails may take seconds, and a smaller one says little more.
    await fc.assert(property, { numRuns: mutatedAnswers(process.env), endOnFailure: true });
    // biome-ignore lint/suspicious/noConsole: how much was tried belongs to the result.
    console.log(`Changed answers: ${JSON.stringify(outcomes)}`);
    expect(outcomes.error).toBeGreaterThan(0);
  });
});
