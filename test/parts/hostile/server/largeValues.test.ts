import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { onBothAdapters, onServers } from "../../../support/adapterUnderTest";
import { type PluginDriver, secretOnWire, startDriver } from "../../../support/pluginDriver";
import { resourcePrograms } from "../../../support/resourcePrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { startMutator, withSpec } from "../../../support/startMutator";
import { answered, startHostileServer } from "./startHostileServer";

const manifest = "apiVersion: v1\nkind: A\n";

onServers(
  startDriver,
  (plugin) => {
    /** Uses a plugin with a small heap. */
    async function withSmallHeap(heapMiB: number, baseUrl: string, use: (driver: PluginDriver) => Promise<void>) {
      const env = { NODE_OPTIONS: `--max-old-space-size=${heapMiB}` };
      const driver = await startDriver({ baseUrl, accessKey: plugin.platform.accessKey }, { env });
      await use(driver).finally(driver.close);
      expect(driver.plugin.stderr()).not.toContain("FATAL");
    }

    test("a key of megabytes is refused at once, also of characters that every spelling escapes", async () => {
      const kept = await plugin.create("OwnedAccessKey", { name: "large-key", user: "ci" });
      const hostile = await startHostileServer();
      for (const part of ["abcdefghij", 'a"<\\']) {
        const object = withSpec(plugin.platform.store.get("ownedaccesskeys", kept.id), { key: part.repeat(6e5) });
        const headers = 'Warning: 299 - "beware of abcdefghijabcdefghij"\r\n';
        hostile.attack = (socket) => socket.write(answered(JSON.stringify(object), { headers }));
        await withSmallHeap(512, hostile.baseUrl, async (driver) => {
          const before = performance.now();
          await expect(driver.read("OwnedAccessKey", kept, 30)).rejects.toThrow(
            "an object whose secrets have more than 2000000 characters",
          );
          expect(performance.now() - before).toBeLessThan(5000);
        });
      }
      await hostile.close();
    });

    test.each([1_490_000, 7_000_000])("manifests of %i characters do not delay a Cancel", async (characters) => {
      // No text of this length takes longer to read.
      const objects = `[${"a,".repeat(characters / 2)}]`;
      const kept = await plugin.create("SpaceTemplate", { name: `m-${characters}`, template: { objects: manifest } });
      const mutator = await startMutator(plugin.platform.baseUrl);
      const isAsked = new Promise<void>((resolve) => {
        mutator.change = ({ body }) => {
          resolve();
          return withSpec(body, { template: { objects } });
        };
      });
      await withSmallHeap(256, mutator.baseUrl, async (driver) => {
        const read = driver.read("SpaceTemplate", kept, 5);
        await isAsked;
        await new Promise((resolve) => setTimeout(resolve, 300));
        const before = performance.now();
        await driver.plugin.client.cancel(new Empty());
        // About a second on an idle machine.
        expect(performance.now() - before).toBeLessThan(10_000);
        await read.catch(() => {});
      });
      mutator.close();
    });
  },
  [{}],
);

onBothAdapters(
  (adapter) => {
    test("a secret of the longest length that Check accepts can be created, read, updated and deleted", async () => {
      const template = { objects: secretOnWire(`# ${"x".repeat(799_000)}`) };
      const kept = await adapter.create("SpaceTemplate", { name: "long", template });
      expect((await adapter.driver.read("SpaceTemplate", kept))?.id).toBe("long");
      await adapter.driver.update("SpaceTemplate", kept, { ...kept.inputs, displayName: "changed" });
      expect(adapter.stored("spacetemplates", "long").spec?.displayName).toBe("changed");
      await adapter.driver.delete("SpaceTemplate", kept);
      expect(adapter.platform.store.get("spacetemplates", "long")).toBeUndefined();
    });
  },
  [{ omitEmpty: false }],
);

describe("an unfinished create with a template of 1.4 MB", () => {
  // Near the platform's limit. gRPC headers carry the state of a failed create, the text twice.
  const text = `metadata:\n  name: large\ndata:\n  text: ${"large ".repeat(233_000)}end\n`;
  const large = { inputs: { name: "large", template: { objects: `apiVersion: v1\nkind: ConfigMap\n${text}` } } };
  const given = stackUnderTest(() => ({ program: "yaml", source: resourcePrograms.yaml({ large }) }));

  test("is in the state, and the next pulumi up completes it", async () => {
    const { platform, stack } = given;
    platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
    platform.faults.add({ method: "GET", kind: "spacetemplates", times: 99, action: { status: 403 } });
    const { exitCode } = await stack.up(["--skip-preview"], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    const unfinished = (await stack.exportState()).deployment.resources?.filter(({ id }) => id === "large");
    expect(unfinished).toMatchObject([
      { inputs: large.inputs, outputs: large.inputs, initErrors: [expect.any(String)] },
    ]);

    platform.faults.clear();
    await stack.up(["--skip-preview"]);
    expect(platform.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    await stack.preview(["--expect-no-changes"]);
  });
});
