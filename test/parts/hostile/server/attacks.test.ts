import type { AdapterDriver } from "../../../support/adapterDriver";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import type { Kept } from "../../../support/pluginDriver";
import { attacks, slowAttacks } from "./attacks";
import { answered, type HostileServer, startHostileServer } from "./startHostileServer";

const type = "SpaceTemplate";
// Some attacks move 8 MiB for each operation.
const limitMs = 60_000;

onBothAdapters(
  (adapter) => {
    let hostile: HostileServer;
    let driver: AdapterDriver;
    let kept: Kept;

    beforeAll(async () => {
      hostile = await startHostileServer();
      driver = await adapter.configured({ baseUrl: hostile.baseUrl });
      kept = await adapter.create(type, { name: "kept", displayName: "a" });
    });
    afterAll(async () => {
      await driver?.close();
      await hostile?.close();
    });

    const update = (options = {}) => driver.update(type, kept, { ...kept.inputs, displayName: "b" }, options);
    const operations: Readonly<Record<string, () => Promise<unknown>>> = {
      create: () => driver.create(type, kept.inputs),
      read: () => driver.read(type, kept),
      update,
      delete: () => driver.delete(type, kept),
    };
    const errorOf = (operation: Promise<unknown>): Promise<string> =>
      operation.then(
        (result) => `no error but ${JSON.stringify(result)}`,
        (error: Error & { reasons?: string[] }) => [error.message, ...(error.reasons ?? [])].join("\n"),
      );

    test.each(attacks)(
      "%s ends every operation with a short error that names the object",
      async (_what, attack, error) => {
        hostile.attack = attack;
        for (const [name, run] of Object.entries(operations)) {
          const message = await errorOf(run());
          expect(`${name}: ${message}`).toMatch(error);
          expect(message).toMatch(/spacetemplates|SpaceTemplate "kept"/);
          expect(message.length).toBeLessThan(10_000);
        }
      },
      limitMs,
    );

    test.each(slowAttacks)(
      "%s ends with the operation's timeout",
      async (_what, attack, error) => {
        hostile.attack = attack;
        expect(await errorOf(update({ timeout: 1 }))).toMatch(error);
      },
      limitMs,
    );

    test("a second response on a connection is not the response to the next request", async () => {
      const { metadata, spec } = adapter.stored("spacetemplates", "kept");
      const response = (displayName: string) => answered(JSON.stringify({ metadata, spec: { ...spec, displayName } }));
      hostile.attack = (socket) => socket.write(Buffer.concat([response("a"), response("smuggled")]));
      for (let count = 0; count < 5; count++) expect((await driver.read(type, kept))?.state.displayName).toBe("a");
    });

    test("the provider works after all attacks", async () => {
      const { metadata, spec } = adapter.stored("spacetemplates", "kept");
      hostile.attack = (socket) => socket.write(answered(JSON.stringify({ metadata, spec })));
      expect((await driver.read(type, kept))?.state.displayName).toBe("a");
    });
  },
  [{}],
);
