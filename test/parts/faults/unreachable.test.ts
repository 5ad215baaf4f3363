import { startDynamicDriver } from "../../support/dynamicDriver";
import type { FaceDriver } from "../../support/faceDriver";
import { type FaceUnderTest, onServers } from "../../support/faceUnderTest";
import { type Kept, startDriver, type Wire } from "../../support/pluginDriver";
import { badAnswers, type Impostor, startImpostor } from "./badAnswers";

const inputs: Record<string, Wire> = {
  SpaceTemplate: { name: "kept", displayName: "a" },
  OwnedAccessKey: { name: "kept", user: "ci", ttl: 3600 },
};

/** A starting platform is asked five times, with pauses. */
const limitMs = 30_000;

const faces = { "the plugin": startDriver, "the dynamic provider": startDynamicDriver };

describe.each(Object.entries(faces))("%s", (_face, start) =>
  onServers<FaceDriver>(
    start,
    (face: FaceUnderTest) => {
      let impostor: Impostor;
      let elsewhere: FaceDriver;
      const made: Record<string, Kept> = {};

      beforeAll(async () => {
        impostor = await startImpostor();
        elsewhere = await face.configured({ baseUrl: impostor.baseUrl });
        for (const [type, each] of Object.entries(inputs)) made[type] = await face.create(type, each);
      });
      afterAll(async () => {
        await elsewhere?.close();
        impostor?.close();
      });

      /** The error of each operation. */
      const outcomes = (type: string, kept: Kept) => {
        const operations: Record<string, Promise<unknown>> = {
          read: elsewhere.read(type, kept),
          update: elsewhere.update(type, kept, { ...kept.inputs, displayName: "b" }),
          delete: elsewhere.delete(type, kept),
        };
        return Object.entries(operations).map(async ([name, operation]) => {
          const words = await operation.then(
            (result) => `no error but ${JSON.stringify(result)}`,
            (error: Error) => error.message,
          );
          return [`${name} ${type}`, words] as const;
        });
      };

      test.each(Object.entries(badAnswers))(
        "%s: nothing counts as gone, updated or deleted",
        async (_what, answer) => {
          impostor.answer = answer;
          const all = await Promise.all(Object.entries(made).flatMap(([type, kept]) => outcomes(type, kept)));
          expect(all).toHaveLength(6);
          expect(all).toEqual(all.map(([name]) => [name, expect.stringMatching(answer.said)]));
          expect(all.map(([, words]) => words).join()).not.toContain("hunter22");
        },
        limitMs,
      );
    },
    [{}],
  ),
);
