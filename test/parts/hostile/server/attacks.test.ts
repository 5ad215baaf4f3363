import { attackedOperations, triedAlone } from "../../../../scripts/testing/effort.js";
import type { FaceDriver } from "../../../support/faceDriver";
import { onBothFaces } from "../../../support/faceUnderTest";
import type { Kept } from "../../../support/pluginDriver";
import { type AttackRow, attacks, repeatedAttacks, slowAttacks } from "./attacks";
import { answered, type HostileServer, startHostileServer } from "./startHostileServer";

const type = "SpaceTemplate";
/** For an attack on all operations: some of them move 32 MiB each. */
const limitMs = 60_000;

const operationNames = ["create", "read", "update", "delete"] as const;
type OperationName = (typeof operationNames)[number];

/** Which operations meet an attack: all, or one that is another one for the next attack. */
function operationsFor(what: string): readonly OperationName[] {
  const first = Object.keys(attacks).indexOf(what) % operationNames.length;
  return [...operationNames.slice(first), ...operationNames.slice(0, first)].slice(0, attackedOperations(process.env));
}

onBothFaces(
  (face) => {
    let hostile: HostileServer;
    let elsewhere: FaceDriver;
    let kept: Kept;

    beforeAll(async () => {
      hostile = await startHostileServer();
      elsewhere = await face.configured({ baseUrl: hostile.baseUrl });
      kept = await face.create(type, { name: "kept", displayName: "a" });
    });
    afterAll(async () => {
      await elsewhere?.close();
      await hostile?.close();
    });

    const changed = () => ({ ...kept.inputs, displayName: "b" });
    const operations: Record<OperationName, () => Promise<unknown>> = {
      create: () => elsewhere.create(type, kept.inputs),
      read: () => elsewhere.read(type, kept),
      update: () => elsewhere.update(type, kept, changed()),
      delete: () => elsewhere.delete(type, kept),
    };
    const wordsOf = (operation: Promise<unknown>): Promise<string> =>
      operation.then(
        (result) => `no error but ${JSON.stringify(result)}`,
        (error: Error & { reasons?: string[] }) => [error.message, ...(error.reasons ?? [])].join("\n"),
      );

    describe("bounded, and told in words that name the object", () => {
      test.each(Object.entries(attacks))(
        "%s",
        async (what, { attack, said }: AttackRow) => {
          hostile.attack = attack;
          for (const name of operationsFor(what)) {
            const words = await wordsOf(operations[name]());
            expect(`${name}: ${words}`).toMatch(said);
            expect(words).toMatch(/spacetemplates|SpaceTemplate "kept"/);
            expect(words.length).toBeLessThan(10_000);
          }
        },
        limitMs,
      );

      test.each(triedAlone(Object.entries({ ...slowAttacks, ...repeatedAttacks }), process.env))(
        "%s: ends with the operation's time",
        async (_what, { attack, said }: AttackRow) => {
          hostile.attack = attack;
          expect(await wordsOf(elsewhere.update(type, kept, changed(), { timeout: 1 }))).toMatch(said);
        },
        limitMs,
      );
    });

    test("afterwards the provider works as before", async () => {
      const { metadata, spec } = face.stored("spacetemplates", "kept");
      hostile.attack = (socket) => socket.write(answered(JSON.stringify({ metadata, spec })));
      expect((await elsewhere.read(type, kept))?.state.displayName).toBe("a");
    });
  },
  [{}],
);
